export interface Shown {
  readonly page: Document
  readonly url: string
}

/** Reads the page at an address, or what a form leads to. Undefined where a newer request has begun. The browser parses it, and runs none of its scripts. */
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
