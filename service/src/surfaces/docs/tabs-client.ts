const REMEMBERED_AS = 'docs-language'

/** The same sample in several languages: one is shown, and the choice holds for all pages. */
export function makeTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.samples')].map(tabsOf)
  const showEverywhere = (language: string) => {
    for (const group of groups) group.show(language)
  }
  for (const { list } of groups) {
    list.addEventListener('click', ({ target }) => {
      const language = target instanceof HTMLElement ? target.dataset.tab : undefined
      if (!language) return
      showEverywhere(language)
      remember(language)
    })
    list.addEventListener('keydown', (event) => moveBy(event, list))
  }
  showEverywhere(remembered() ?? '')
}

interface Tabs {
  readonly list: HTMLElement
  /** Keeps what it shows if it lacks this language. */
  show(language: string): void
}

let made = 0

function tabsOf(group: HTMLElement): Tabs {
  const panels = [...group.querySelectorAll<HTMLElement>('figure[data-language]')].map(panelOf)
  const list = document.createElement('div')
  list.className = 'tab-list'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language')
  const tabs = panels.map((panel) => {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.dataset.tab = panel.dataset.language ?? ''
    tab.textContent = tab.dataset.tab
    tab.id = `tab-${++made}`
    tab.setAttribute('role', 'tab')
    panel.id = `${tab.id}-panel`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    tab.setAttribute('aria-controls', panel.id)
    return tab
  })
  list.append(...tabs)
  group.prepend(list)
  group.classList.add('has-tabs')
  const show = (language: string) => {
    const chosen = Math.max(
      0,
      panels.findIndex((panel) => panel.dataset.language === language),
    )
    for (const [place, panel] of panels.entries()) {
      panel.hidden = place !== chosen
      tabs[place]?.setAttribute('aria-selected', String(place === chosen))
      tabs[place]?.setAttribute('tabindex', place === chosen ? '0' : '-1')
    }
  }
  show('')
  return {
    list,
    show: (language) => {
      if (panels.some((panel) => panel.dataset.language === language)) show(language)
    },
  }
}

/** A figure cannot be a panel itself. */
function panelOf(figure: HTMLElement): HTMLElement {
  const panel = document.createElement('div')
  panel.dataset.language = figure.dataset.language ?? ''
  figure.replaceWith(panel)
  panel.append(figure)
  return panel
}

function moveBy(event: KeyboardEvent, list: HTMLElement): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.findIndex((tab) => tab.ariaSelected === 'true')
  if (!step || at < 0) return
  event.preventDefault()
  const next = tabs[(at + step + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
}

/** Storage may be switched off; then the choice holds for this page. */
function remember(language: string): void {
  try {
    localStorage.setItem(REMEMBERED_AS, language)
  } catch {}
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED_AS)
  } catch {
    return null
  }
}
