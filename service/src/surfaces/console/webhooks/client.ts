import { pageReader } from '../shared/client-pages.ts'

const EVERY_MS = 3_000

/** Shows new deliveries as they come, unless somebody is just using that part of the page or does not see it. */
const read = pageReader()
const live = document.querySelector('[data-live]')

async function refresh(): Promise<void> {
  if (!live || document.hidden || live.contains(document.activeElement)) return
  const shown = await read(location.href).catch(() => undefined) // the next time, perhaps
  const fresh = shown?.page.getElementById(live.id)
  if (fresh && !live.contains(document.activeElement)) live.replaceChildren(...fresh.childNodes)
}

if (live && !new URL(location.href).searchParams.has('cursor')) setInterval(() => void refresh(), EVERY_MS)
