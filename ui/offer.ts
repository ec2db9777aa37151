import { find } from './elements.ts'

/** Offers what is new, in a place over the page, so that nothing moves. The place is announced politely when its text changes. */
export function offer(text: string, address: string): void {
  const place = find('#offer', HTMLElement)
  if (!place) return
  const link = find('a', HTMLAnchorElement, place) ?? document.createElement('a')
  const sentence = `${text} · ${place.dataset.show}`
  link.href = address
  if (link.textContent !== sentence) link.textContent = sentence
  if (!link.isConnected) place.append(link)
}

/** What happens when somebody follows the offer. `take` returns whether it did what the link would do. */
export function onOffer(take: (link: HTMLAnchorElement) => boolean): void {
  document.addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof HTMLAnchorElement) || !target.closest('#offer')) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (take(target)) event.preventDefault()
  })
}
