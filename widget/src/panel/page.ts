import type { Settings } from '../loader/options.ts'

export type Theme = 'light' | 'dark'

/** The page's own: by the colour that it stands on, or would stand on if it named none. */
export function themeOf({ theme }: Pick<Settings, 'theme'>, root: ShadowRoot): Theme {
  if (theme === 'light' || theme === 'dark') return theme
  const page = document.documentElement
  const probe = document.createElement('i')
  probe.style.background = 'Canvas'
  probe.style.colorScheme = getComputedStyle(page).colorScheme
  root.append(probe)
  let found: Theme = 'light'
  for (const element of [document.body, page, probe]) {
    const [red, green, blue, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
    if (Number(alpha) < 0.5) continue
    found = Number(red) * 0.299 + Number(green) * 0.587 + Number(blue) * 0.114 < 110 ? 'dark' : 'light'
    break
  }
  probe.remove()
  return found
}

/** Says when the page may look or speak otherwise. Answers with how to stop listening. */
export function watchPage(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  observer.observe(document.documentElement, { attributes: true })
  observer.observe(document.body, { attributes: true })
  dark.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', changed)
  }
}
