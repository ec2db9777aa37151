import { find, need } from '../../../../../ui/elements.ts'

/** The answer of the route. */
interface Latest {
  readonly count: string
  readonly label: string
  readonly latest: readonly {
    readonly said: string
    readonly title: string
    readonly path: string
    readonly is_unread: boolean
  }[]
}

const news = find('.news', HTMLElement)
if (news) startBell(news)

function startBell(news: HTMLElement): void {
  const bell = need('.bell', HTMLAnchorElement, news)
  const tally = need('.tally', HTMLElement, bell)
  const label = need('.unseen', HTMLElement, bell)
  let menu: HTMLElement | undefined

  /** Undefined if the service cannot be reached or the session has ended. */
  async function refresh(): Promise<Latest | undefined> {
    const answer = await fetch('/me/notifications/latest.json').catch(() => undefined)
    if (!answer?.ok) return undefined
    const latest: Latest = await answer.json()
    tally.textContent = latest.count
    tally.hidden = latest.count === '0'
    label.textContent = latest.label
    return latest
  }
  function close(): void {
    menu?.remove()
    menu = undefined
  }
  async function open(): Promise<void> {
    const latest = await refresh()
    if (!latest) return location.assign(bell.href)
    close()
    menu = menuOf(latest, news.dataset)
    news.append(menu)
    menu.querySelector('a')?.focus()
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh()
  })
  bell.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (menu) close()
    else void open()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !news.contains(target)) close()
  })
  news.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu) return
    close()
    bell.focus()
  })
}

/** Links to the latest notifications; the last link leads to all of them. */
function menuOf({ latest }: Latest, { all = '', empty = '' }: DOMStringMap): HTMLElement {
  const menu = document.createElement('div')
  menu.className = 'menu'
  for (const { said, title, path, is_unread: isUnread } of latest) {
    const link = linkTo(path, title)
    link.classList.toggle('fresh', isUnread)
    const facts = document.createElement('span')
    facts.className = 'soft'
    facts.textContent = said
    link.prepend(facts)
    menu.append(link)
  }
  if (latest.length === 0)
    menu.append(Object.assign(document.createElement('p'), { className: 'soft', textContent: empty }))
  menu.append(linkTo('/me/notifications', all))
  return menu
}

function linkTo(path: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = path
  link.append(Object.assign(document.createElement('span'), { dir: 'auto', textContent: text }))
  return link
}
