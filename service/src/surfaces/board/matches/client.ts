import { find, need } from '../../../../../ui/elements.ts'
import { show } from '../marks/client.ts'
import type { Matches } from './routes.ts'

const PAUSE_MS = 250
const SHORTEST = 3

/** Reports the matches of a field at each pause in typing; none if too little was typed. */
export function watchField(field: HTMLInputElement, tell: (found: Matches | undefined, text: string) => void): void {
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    asked += 1
    const turn = asked
    const text = field.value.trim()
    if (text.length < SHORTEST) return tell(undefined, text)
    const answer = await fetch(`/similar?title=${encodeURIComponent(text)}`).catch(() => undefined)
    const found: Matches | undefined = answer?.ok ? await answer.json() : undefined
    if (found && turn === asked) tell(found, text)
  }
  field.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(look, PAUSE_MS)
  })
}

/** A copy of the page's template for each match. */
export function rowsOf(posts: Matches['posts']): HTMLElement[] {
  const template = find('#match', HTMLTemplateElement)
  return template ? posts.map((post) => fill(template, post)) : []
}

function fill(template: HTMLTemplateElement, post: Matches['posts'][number]): HTMLElement {
  const row = need('li', HTMLElement, document.importNode(template.content, true))
  const form = need('form', HTMLFormElement, row)
  form.action = `/posts/${post.number}/vote`
  const button = need('button', HTMLButtonElement, form)
  Object.assign(button.dataset, post.labels)
  button.disabled = !post.is_open
  show(form, post.is_on, post.count, post.votes)
  const link = need('a', HTMLAnchorElement, row)
  link.href = post.path
  link.textContent = post.title
  const status = need('.status', HTMLElement, row)
  for (const shape of status.querySelectorAll('rect, circle')) shape.setAttribute('fill', post.status.color)
  status.append(post.status.name)
  return row
}
