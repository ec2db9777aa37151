import words from 'words:launcher'
import style from './launcher.css?raw'

export interface Look {
  readonly language: string
  readonly accent: string
  readonly hasNews: boolean
  readonly isBusy: boolean
}

export interface Launcher {
  readonly button: HTMLButtonElement
  show(look: Look): void
}

/** The button in the corner. Everything it needs is here: nothing else is loaded before it is used. */
export function createLauncher(
  root: ShadowRoot,
  { label, side = 'end' }: { readonly label?: string; readonly side?: 'start' | 'end' },
  place: number,
): Launcher {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  const button = document.createElement('button')
  button.type = 'button'
  button.className = `launcher ${side === 'start' ? 'start' : 'end'}`
  button.setAttribute('aria-haspopup', 'dialog')
  button.style.setProperty('--place', `${place}`)
  const dot = document.createElement('span')
  const text = document.createElement('span')
  dot.className = 'news'
  button.append(document.createElement('i'), text, dot)
  root.append(button)
  return {
    button,
    show({ language, accent, hasNews, isBusy }) {
      button.dir = document.documentElement.dir === 'rtl' || document.dir === 'rtl' ? 'rtl' : 'ltr'
      button.style.background = accent
      button.style.color = isLight(accent) ? '#000' : '#fff'
      button.setAttribute('aria-busy', `${isBusy}`)
      const name = label ?? words[language]?.nav_posts ?? ''
      button.lang = language
      button.ariaLabel = hasNews ? `${name}, ${words[language]?.news_unread}` : name
      text.textContent = name
      dot.hidden = !hasNews
    },
  }
}

/** Of black and white, one can be read on any colour (a contrast of 4.5 at least): this tells which. */
function isLight(color: string): boolean {
  const part = (at: number) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2
  return part(1) * 0.2126 + part(3) * 0.7152 + part(5) * 0.0722 > 0.18
}
