import { pageReader } from '../shared/client-pages.ts'

const EVERY_MS = 3_000

/** Shows new deliveries and attempts as they come, unless somebody is just using that part of the page or does not see it. */
const read = pageReader()
const live = document.querySelector<HTMLElement>('[data-live]')

async function refresh(part: HTMLElement, address: string): Promise<void> {
  if (document.hidden || part.contains(document.activeElement)) return
  const shown = await read(address).catch(() => undefined) // the next time, perhaps
  const fresh = shown?.page.getElementById(part.id)
  if (!fresh || part.contains(document.activeElement)) return
  const rows = () => [...part.querySelectorAll('.views, .scroll')]
  const places = rows().map(({ scrollLeft }) => scrollLeft)
  part.replaceChildren(...fresh.childNodes)
  for (const [place, row] of rows().entries()) row.scrollLeft = places[place] ?? 0
}

const address = live?.dataset.live // the answer to a form has another address than the page that it shows
if (live && address) setInterval(() => void refresh(live, address), EVERY_MS)
