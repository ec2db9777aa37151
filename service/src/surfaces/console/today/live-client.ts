// Follows how many items wait. New ones are offered; the list stays as it is until somebody asks for them.
import { find, findAll } from '../../../../../ui/elements.ts'
import { follow } from '../../../../../ui/live.ts'
import { offer, onOffer } from '../../../../../ui/offer.ts'
import { pageReader } from '../shared/client-pages.ts'
import type { LiveInbox } from './messages.ts'

const place = () => find('#offer', HTMLElement)
const read = pageReader()
const address = place()?.dataset.live

if (address) {
  follow({
    address,
    hear: { inbox: (data) => show(JSON.parse(data) as LiveInbox) }, // as today/live.ts writes it
    onGap: () => {},
  })
}

function show({ waiting, shown, text }: LiveInbox): void {
  for (const count of findAll('.waiting', HTMLElement)) {
    count.hidden = waiting === 0
    if (count.firstChild) count.firstChild.nodeValue = shown
    const said = find('.unseen', HTMLElement, count)
    if (said) said.textContent = ` ${text}`
  }
  const here = place()
  if (here && waiting > Number(here.dataset.waiting)) offer(here.dataset.new ?? '', location.href)
}

/** Only the list is replaced: an answer that somebody writes beside it stays. */
onOffer((link) => {
  const list = find('.today-list', HTMLElement)
  const here = place()
  if (!list || !here) return false
  read(link.href).then(
    (shown) => {
      const [fresh, count] = shown
        ? [find('.today-list', HTMLElement, shown.page), find('#offer', HTMLElement, shown.page)]
        : []
      if (!fresh || !count) return location.reload()
      list.replaceWith(fresh)
      here.replaceWith(count)
    },
    () => location.reload(),
  )
  return true
})
