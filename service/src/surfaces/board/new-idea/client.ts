import { find } from '../../../../../ui/elements.ts'

/* Similar ideas while a title is being typed. */
const title = find('input[data-similar]', HTMLInputElement)
const similar = document.getElementById('similar')
if (title && similar) {
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    asked += 1
    const turn = asked
    const text = title.value.trim()
    if (text.length < 3) return similar.replaceChildren()
    const answer = await fetch(`${title.dataset.similar}?title=${encodeURIComponent(text)}`).catch(() => undefined)
    const found: Similar | undefined = answer?.ok ? await answer.json() : undefined
    if (!found || turn !== asked) return
    similar.replaceChildren(...(found.posts.length > 0 ? [section(found)] : []))
  }
  title.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(look, 250)
  })
  if (title.value && !similar.firstChild) look()
}

interface Similar {
  readonly heading: string
  readonly lead: string
  readonly posts: readonly { readonly title: string; readonly path: string; readonly votes: string }[]
}

function section({ heading, lead, posts }: Similar): HTMLElement {
  const box = element('section', '', 'similar')
  const list = element('ul', '')
  for (const post of posts) {
    const item = element('li', '')
    const link = element('a', post.title)
    link.href = post.path
    link.dir = 'auto'
    item.append(link, ' ', element('span', post.votes, 'soft'))
    list.append(item)
  }
  box.append(element('h2', heading), element('p', lead, 'soft'), list)
  return box
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, kind?: string) {
  const made = document.createElement(name)
  made.textContent = text
  if (kind) made.className = kind
  return made
}
