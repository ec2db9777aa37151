import { type ComponentChild, h } from 'preact'

/**
 * A body's HTML as elements, built one by one from a list of what is allowed. The service already sends safe HTML; this is a second check. It also
 * works on pages that forbid scripts to write HTML (Trusted Types).
 */
export function rich(html: string, drawn: Drawn = () => undefined): ComponentChild[] {
  const top: ComponentChild[] = []
  const open: { readonly name: string; readonly attributes: string; readonly children: ComponentChild[] }[] = []
  const into = () => open[open.length - 1]?.children ?? top
  const put = (child: ComponentChild) => {
    const list = into()
    list[list.length] = child
  }
  const close = () => {
    const last = open[open.length - 1]
    if (!last) return
    open.length -= 1
    put(element(last.name, last.attributes, last.children))
  }
  for (const [, slash, tag = '', attributes = '', text] of html.matchAll(TOKEN)) {
    const name = tag.toLowerCase()
    if (text !== undefined) put(plain(text))
    else if (name === 'img') put(picture(attributes, drawn))
    else if (ALONE.test(name)) put(h(name, {}))
    else if (!WITH_CONTENT.test(name)) continue
    else if (slash === '/') {
      if (open[open.length - 1]?.name === name) close()
    } else if (open.length < DEEPEST) open[open.length] = { name, attributes, children: [] }
  }
  while (open.length > 0) close()
  return top
}

/** A picture that this page has, in place of one that only its sender may load. */
export type Drawn = (src: string, alt: string) => ComponentChild | undefined

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gi
const DEEPEST = 40
const ALONE = /^[bh]r$/
const ALIGNED = /\sclass="align-(left|center|right)"/
const WITH_CONTENT = /^(?:p|a|em|strong|s|del|code|pre|blockquote|[uo]l|li|h[1-6]|table|thead|tbody|t[rhd]|bdi)$/

function element(name: string, attributes: string, children: ComponentChild[]): ComponentChild {
  if (name === 'bdi') return h(name, { class: 'mention' }, children)
  if (name !== 'a') {
    return h(/^h\d$/.test(name) ? 'h4' : name, { style: { textAlign: ALIGNED.exec(attributes)?.[1] } }, children)
  }
  const href = attributeIn(attributes, 'href')
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return h('span', {}, children)
  return h('a', { href, target: '_blank', rel: 'nofollow ugc noopener noreferrer' }, children)
}

/** The size is set before the picture arrives, so that nothing moves. */
function picture(attributes: string, drawn: Drawn): ComponentChild {
  const src = attributeIn(attributes, 'src')
  const own = drawn(src, attributeIn(attributes, 'alt'))
  if (own) return own
  if (!/^https?:\/\//i.test(src)) return attributeIn(attributes, 'alt')
  const named = (name: string) => attributeIn(attributes, name)
  return h('img', {
    src,
    alt: named('alt'),
    width: named('width'),
    height: named('height'),
    loading: 'lazy',
    referrerpolicy: 'no-referrer', // the board does not learn which page of the client it is on
  })
}

function attributeIn(attributes: string, name: string): string {
  return plain(new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
