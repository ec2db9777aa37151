import { type ComponentChild, h } from 'preact'

/**
 * A body's HTML as elements, built one by one from a list of what may be there. The service sends safe HTML already; here nothing else
 * could come of it, and a page that forbids scripts to write HTML (Trusted Types) shows it as any other does.
 */
export function rich(html: string): ComponentChild[] {
  const top: ComponentChild[] = []
  const open: { readonly name: string; readonly href: string; readonly children: ComponentChild[] }[] = []
  const into = () => open[open.length - 1]?.children ?? top
  const put = (child: ComponentChild) => {
    const list = into()
    list[list.length] = child
  }
  const close = () => {
    const last = open[open.length - 1]
    if (!last) return
    open.length -= 1
    put(element(last.name, last.href, last.children))
  }
  for (const [, slash, tag = '', attributes = '', text] of html.matchAll(TOKEN)) {
    const name = tag.toLowerCase()
    if (text !== undefined) put(plain(text))
    else if (!Object.hasOwn(ALLOWED, name)) continue
    else if (slash === '/') {
      if (open[open.length - 1]?.name === name) close()
    } else if (ALLOWED[name] === ALONE) put(h(name, {}))
    else if (open.length < DEEPEST) open[open.length] = { name, href: hrefOf(attributes), children: [] }
  }
  while (open.length > 0) close()
  return top
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gi
const DEEPEST = 40
const ALONE = 1
const WITH_CONTENT = 2
const ALLOWED: Readonly<Record<string, number>> = {
  ...of('br hr', ALONE),
  ...of('p a em strong s del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td', WITH_CONTENT),
}

function of(names: string, kind: number): Record<string, number> {
  const found: Record<string, number> = {}
  for (const name of names.split(' ')) found[name] = kind
  return found
}

function element(name: string, href: string, children: ComponentChild[]): ComponentChild {
  if (name !== 'a') return h(/^h\d$/.test(name) ? 'h4' : name, {}, children)
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return h('span', {}, children)
  return h('a', { href, target: '_blank', rel: 'nofollow ugc noopener noreferrer' }, children)
}

function hrefOf(attributes: string): string {
  return plain(/\shref="([^"]*)"/i.exec(attributes)?.[1] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
