export interface Shown {
  readonly page: Document
  readonly url: string
}

/**
 * Loads a page, or the page that a form leads to. Undefined if a newer request has begun. The browser parses the page, and runs none of its scripts.
 */
export function pageReader(): (address: string, body?: URLSearchParams) => Promise<Shown | undefined> {
  let request: XMLHttpRequest | undefined
  return (address, body) => {
    request?.abort()
    return new Promise((resolve, reject) => {
      const mine = new XMLHttpRequest()
      request = mine
      mine.open(body ? 'POST' : 'GET', address)
      mine.responseType = 'document'
      mine.setRequestHeader('accept', 'text/html')
      mine.addEventListener('load', () => {
        if (mine.response instanceof Document) resolve({ page: mine.response, url: mine.responseURL })
        else reject(new Error('It is no page.'))
      })
      mine.addEventListener('error', () => reject(new Error('No answer came.')))
      mine.addEventListener('abort', () => resolve(undefined))
      mine.send(body)
    })
  }
}
