import { findAll } from '../../../../../ui/elements.ts'

/* Marks the column in view, on screens with room for only one. */
const tabs = findAll('.tabs a', HTMLAnchorElement)
const mark = (id: string) => {
  for (const tab of tabs) {
    if (tab.hash === `#${id}`) tab.setAttribute('aria-current', 'true')
    else tab.removeAttribute('aria-current')
  }
}
const watch = new IntersectionObserver(
  (entries) => {
    const seen = entries.find(({ isIntersecting }) => isIntersecting)
    if (seen) mark(seen.target.getAttribute('aria-labelledby') ?? '')
  },
  { rootMargin: '0px -45%' }, // the middle of the screen
)
if (tabs.length > 0) for (const column of document.querySelectorAll('.column')) watch.observe(column)
