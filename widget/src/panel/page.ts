import type { Settings } from '../loader/options.ts'

export type Theme = 'light' | 'dark'

/** The theme of the page, by its background colour; without one, by the default colour of the browser. */
export function themeOf({ theme }: Pick<Settings, 'theme'>, root: ShadowRoot): Theme {
  if (theme === 'light' || theme === 'dark') return theme
  const page = document.documentElement
  const probe = document.createElement('i')
  root.append(probe)
  probe.style.background = 'Canvas'
  probe.style.colorScheme = getComputedStyle(page).colorScheme
  let found: Theme = 'light'
  for (const element of [document.body, page, probe]) {
    const color = getComputedStyle(element).backgroundColor
    probe.style.color = `color-mix(in srgb, ${color}, ${color})` // whatever it is written in, it is shares of red, green and blue then
    const [red, green, blue, alpha = 1] = getComputedStyle(probe).color.match(/[\d.]+(?:e-\d+)?/g) ?? []
    if (Number(alpha) < 0.5) continue
    found = Number(red) * 0.299 + Number(green) * 0.587 + Number(blue) * 0.114 < 0.43 ? 'dark' : 'light'
    break
  }
  probe.remove()
  return found
}

/** The font of the page. If the page sets none, the system's font instead of the browser's default, which is for old documents. */
export function fontOf(root: ShadowRoot): string {
  const { fontFamily } = getComputedStyle(document.body)
  return fontFamily === getComputedStyle(root.host).fontFamily ? 'system-ui, sans-serif' : fontFamily
}

/** Calls back when the look or the language of the page may have changed. Returns a function that stops listening. */
export function watchPage(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true })
  dark.addEventListener('change', changed)
  document.body.addEventListener('transitionend', changed) // a page may fade from one to the other
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', changed)
    document.body.removeEventListener('transitionend', changed)
  }
}
