// The table of posts: filters that apply at once, ticking all, and how many are ticked. Pages work without it.
import { find, findAll, need } from '../../../../../ui/elements.ts'
import { fillIn } from '../shared/client-request.ts'

const filters = find('.filters', HTMLFormElement)
filters?.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) filters.requestSubmit()
})

const form = find('#bulk', HTMLFormElement)
if (form) {
  const all = need('[data-all]', HTMLInputElement, form)
  const said = need('[data-selected]', HTMLElement, form)
  const unselected = said.textContent
  const boxes = findAll('input[name="n"]', HTMLInputElement, form)
  const count = () => {
    const ticked = boxes.filter(({ checked }) => checked).length
    said.textContent = ticked === 0 ? unselected : fillIn(said.dataset.selected, { n: String(ticked) })
    all.checked = ticked === boxes.length
    all.indeterminate = ticked > 0 && ticked < boxes.length
    for (const box of boxes) box.closest('tr')?.classList.toggle('ticked', box.checked)
  }
  all.hidden = false
  // After the script of all pages, which ticks the others.
  document.addEventListener('change', () => setTimeout(count))
  window.addEventListener('pageshow', count)
  let last: number | undefined
  form.addEventListener('click', ({ target, shiftKey }) => {
    const clicked = boxes.find((box) => box === target)
    if (!clicked) return
    const place = boxes.indexOf(clicked)
    if (shiftKey && last !== undefined) {
      const [from, to] = [Math.min(place, last), Math.max(place, last)]
      for (const box of boxes.slice(from, to + 1)) box.checked = clicked.checked
    }
    last = place
  })
}
