import { find, need } from '../../../../../ui/elements.ts'
import { announceShown } from '../shared/announce-client.ts'

/* Without a way to share or to copy, the address can still be selected. */
const share = find('.share', HTMLDetailsElement)
if (share) {
  const { value: url } = need('input', HTMLInputElement, share)
  const copy = need('button', HTMLButtonElement, share)
  const title = document.title
  need('summary', HTMLElement, share).addEventListener('click', (event) => {
    if (!navigator.canShare?.({ title, url })) return
    event.preventDefault()
    navigator.share({ title, url }).catch(() => {}) // the visitor closed it: there is nothing to say
  })
  // Browsers let only pages with a secure connection copy.
  copy.hidden = !navigator.clipboard
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(url)
    announceShown(share.dataset.copied)
  })
}
