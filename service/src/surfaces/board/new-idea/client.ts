import { find, findAll } from '../../../../../ui/elements.ts'
import { watchField } from '../matches/client.ts'
import type { Matches } from '../matches/routes.ts'

/* Ideas like the one whose title is being typed. */
const title = find('#title', HTMLInputElement)
const similar = document.getElementById('similar')
if (title && similar) {
  watchField(title, (found) => similar.replaceChildren(...(found && found.posts.length > 0 ? [section(found)] : [])))
  // The title may already be filled in, by the browser or from a draft.
  if (title.value && !similar.firstChild) title.dispatchEvent(new Event('input'))
}

/* The template of the chosen category, as long as nothing else was written. */
const category = find('#category', HTMLSelectElement)
const body = find('#body', HTMLTextAreaElement)
if (category && body) {
  category.addEventListener('change', () => {
    const template = category.selectedOptions[0]?.dataset.template ?? ''
    if (body.value.trim() === (body.dataset.template ?? '').trim()) body.value = template
    body.dataset.template = template
    showFields(category.value)
  })
  showFields(category.value) // a browser may have kept the choice of before
}

/** Only the fields of the chosen category are shown and sent. */
function showFields(chosen: string): void {
  for (const field of findAll('.asked[data-categories]', HTMLFieldSetElement)) {
    const isAsked = field.dataset.categories?.split(' ').includes(chosen) ?? true
    field.hidden = !isAsked
    field.disabled = !isAsked
  }
}

function section({ heading, lead, posts }: Matches): HTMLElement {
  const box = element('section', '', 'similar')
  const list = element('ul', '')
  for (const { title, path, votes } of posts) {
    const item = element('li', '')
    const link = element('a', title)
    link.href = path
    link.dir = 'auto'
    item.append(link, ' ', element('span', votes, 'soft'))
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
