import { find } from '../../../../../ui/elements.ts'

/* A form is not sent again while its answer is pending. */
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'post') return
  const button = form.querySelector('button')
  if (button?.getAttribute('aria-busy') === 'true') event.preventDefault()
  button?.setAttribute('aria-busy', 'true')
})
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

/* The account menu closes with Escape or a click outside, like a menu. */
const menu = find('details.account', HTMLDetailsElement)
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !menu?.contains(event.target)) menu?.removeAttribute('open')
})
menu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  menu.removeAttribute('open')
  menu.querySelector('summary')?.focus()
})
