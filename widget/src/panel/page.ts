import type { Settings } from '../loader/options.ts'

export type Theme = 'light' | 'dark'

/** The page's own: by the colour that it stands on, where it has one, otherwise by the scheme that it declares. */
export function themeOf({ theme }: Pick<Settings, 'theme'>): Theme {
  if (theme === 'light' || theme === 'dark') return theme
  const root = document.documentElement
  for (const element of [document.body, root]) {
    const [red, green, blue, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
    if (blue !== undefined && Number(alpha) > 0.5) {
      return Number(red) * 0.299 + Number(green) * 0.587 + Number(blue) * 0.114 < 110 ? 'dark' : 'light'
    }
  }
  const schemes = getComputedStyle(root).colorScheme
  if (!schemes.includes('dark')) return 'light'
  return !schemes.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
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
