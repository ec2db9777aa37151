import words from 'words:launcher'
import type { Glance } from './glance.ts'
import style from './launcher.css?raw'
import type { WidgetOptions } from './options.ts'

/** The actions of the button. */
interface Uses {
  toggle(): void
  load(): Promise<unknown>
}

export interface Launcher {
  readonly button: HTMLButtonElement
  show(language: string, glance: Glance, isBusy: boolean): void
}

/** The button in the corner. It loads nothing else before it is used. */
export function createLauncher(root: ShadowRoot, wishes: WidgetOptions['launcher'], { toggle, load }: Uses): Launcher {
  const { label, side } = typeof wishes === 'object' ? wishes : {}
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  const button = document.createElement('button')
  const text = document.createElement('span')
  const dot = document.createElement('span')
  button.className = side === 'start' ? 'launcher start' : 'launcher'
  button.ariaHasPopup = 'dialog'
  button.style.setProperty('--place', `${freePlace()}`)
  dot.className = 'news'
  button.append(document.createElement('i'), text, dot)
  button.addEventListener('click', toggle)
  // Loads the panel early, when somebody points at the button.
  button.addEventListener('pointerenter', () => void load().catch(() => {}))
  root.append(button)
  return {
    button,
    show(language, glance, isBusy) {
      const name = label ?? words[language]?.nav_posts ?? ''
      const accent = glance.accent()
      button.lang = language
      button.dir = getComputedStyle(document.body).direction // its corner follows the direction of the page
      button.ariaBusy = `${isBusy}`
      button.ariaLabel = glance.hasNews() ? `${name}, ${words[language]?.news_unread}` : name
      button.style.background = accent
      button.style.color = isLight(accent) ? '#000' : '#fff'
      text.textContent = name
      dot.hidden = !glance.hasNews()
    },
  }
}

/** The number of other launchers: each widget of a page puts its button above the earlier ones. */
function freePlace(): number {
  let place = 0
  for (const { shadowRoot } of document.querySelectorAll('feedback-board')) {
    const taken = shadowRoot?.querySelector<HTMLElement>('.launcher')?.style.getPropertyValue('--place')
    if (taken) place = Math.max(place, Number(taken) + 1)
  }
  return place
}

/** On any colour, either black or white has enough contrast (at least 4.5): this says which. */
function isLight(color: string): boolean {
  const part = (at: number) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2
  return part(1) * 0.2126 + part(3) * 0.7152 + part(5) * 0.0722 > 0.18
}
