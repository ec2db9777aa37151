import { find, need } from '../../../../../ui/elements.ts'
import { rowsOf, watchField } from '../matches/client.ts'
import { announce } from '../shared/announce-client.ts'

/* The field at the top searches while somebody types, and can start a new idea. Without script it is an ordinary search. */
const box = find('#matches', HTMLElement)
const field = find('#q', HTMLInputElement)

/* "All ideas" leads back to the list as it was, even after several pages. */
const LIST = 'list'
if (field) sessionStorage.setItem(LIST, location.pathname + location.search)
const back = find('.back a', HTMLAnchorElement)
const before = sessionStorage.getItem(LIST)
if (back && before?.startsWith('/')) back.href = before

if (box && field) {
  const list = need('ul', HTMLUListElement, box)
  const add = need('#add', HTMLAnchorElement, box)
  const form = field.form
  const close = () => {
    box.hidden = true
  }
  watchField(field, (found, text) => {
    if (!found) return close()
    list.replaceChildren(...rowsOf(found.posts))
    const form = new URL(add.href) // it names the category of the page
    form.searchParams.set('title', text)
    add.href = form.href
    add.textContent = (add.dataset.text ?? '').replace('{title}', () => text)
    box.hidden = false
    announce(found.said)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || box.hidden) return
    close()
    field.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !box.contains(target) && !form?.contains(target)) close()
  })
  box.parentElement?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !box.parentElement?.contains(relatedTarget)) close()
  })
}
