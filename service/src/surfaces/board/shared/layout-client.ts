import { findAll } from '../../../../../ui/elements.ts'

/* A form is not sent again while its answer is pending. */
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'post') return
  if (form.querySelector('[aria-busy]')) event.preventDefault()
  const button = event.submitter ?? form.querySelector('button')
  button?.setAttribute('aria-busy', 'true')
})
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

/* A menu closes on Escape, and on a click outside of it. */
for (const menu of findAll('details.drop', HTMLDetailsElement)) {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
