import { need } from '../elements.ts'
import type { Person } from './host.ts'
import { replace } from './marks.ts'

const MOST_OFFERED = 6
/** An @ at the beginning of a word, with the text after it up to the caret. */
const BEGUN = /(?:^|[\s(])@([^@\n[\]]{0,30})$/
let lists = 0

/**
 * While somebody types a name after an @, lists the matching people. The keys work as in a combobox; the field stays a textbox, because HTML allows
 * no other role for a textarea.
 */
export function offerPeople(
  area: HTMLTextAreaElement,
  editor: HTMLElement,
  readPeople: () => Promise<readonly Person[]>,
  signal: AbortSignal,
): void {
  const list = need('.people', HTMLDivElement, editor)
  lists += 1
  list.id = `people-${lists}`
  let everybody: Promise<readonly Person[]> | undefined
  let offered: Person[] = []
  let place = 0

  const begun = () =>
    area.selectionStart === area.selectionEnd ? BEGUN.exec(area.value.slice(0, area.selectionStart)) : null
  const close = () => {
    offered = []
    list.hidden = true
    for (const name of ['aria-activedescendant', 'aria-controls', 'aria-haspopup', 'aria-autocomplete']) {
      area.removeAttribute(name)
    }
  }
  const point = (to: number) => {
    place = (to + offered.length) % offered.length
    let index = 0
    for (const option of list.children) {
      option.setAttribute('aria-selected', String(index === place))
      if (index === place) {
        area.setAttribute('aria-activedescendant', option.id)
        option.scrollIntoView({ block: 'nearest' })
      }
      index += 1
    }
  }
  const choose = (index: number) => {
    const person = offered[index]
    const [, typed] = begun() ?? []
    close()
    if (!person || typed === undefined) return
    const end = area.selectionEnd
    area.setSelectionRange(end - typed.length - 1, end)
    const text = `${person.markdown} `
    replace(area, text, [text.length, text.length])
  }
  const look = async () => {
    if (!begun()) return close()
    everybody ??= readPeople().catch(() => [])
    const people = await everybody
    const [, typed] = begun() ?? [] // it may have changed meanwhile
    if (typed === undefined || signal.aborted) return close()
    offered = fitting(people, typed)
    if (offered.length === 0) return close()
    list.replaceChildren()
    for (const person of offered) list.append(optionFor(person, `${list.id}-${list.children.length}`))
    list.hidden = false
    area.setAttribute('aria-autocomplete', 'list')
    area.setAttribute('aria-haspopup', 'listbox')
    area.setAttribute('aria-controls', list.id)
    point(0)
  }
  const onKey = (event: KeyboardEvent) => {
    if (list.hidden || event.isComposing) return
    const { key } = event
    if (key === 'ArrowDown') point(place + 1)
    else if (key === 'ArrowUp') point(place - 1)
    else if (key === 'Enter' || key === 'Tab') choose(place)
    else if (key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopImmediatePropagation() // Escape closes the list and not what is around it
  }
  const onPress = (event: Event) => {
    event.preventDefault() // the field keeps the focus
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    let index = 0
    for (const one of list.children) {
      if (one === option) return choose(index)
      index += 1
    }
  }
  area.addEventListener('input', () => void look(), { signal })
  area.addEventListener('keydown', onKey, { signal })
  area.addEventListener('blur', close, { signal })
  list.addEventListener('mousedown', onPress, { signal })
  signal.addEventListener('abort', close)
}

/** People with a word in their name that begins with the typed text. */
function fitting(people: readonly Person[], typed: string): Person[] {
  const found: Person[] = []
  for (const person of people) {
    const isFitting = ` ${person.name.toLowerCase()}`.includes(` ${typed.toLowerCase()}`)
    if (isFitting && found.length < MOST_OFFERED) found[found.length] = person
  }
  return found
}

function optionFor({ name, note }: Person, id: string): HTMLElement {
  const option = document.createElement('div')
  option.id = id
  option.setAttribute('role', 'option')
  option.append(textIn('b', name), ' ', textIn('span', note))
  return option
}

function textIn(tag: 'b' | 'span', text: string): HTMLElement {
  const element = document.createElement(tag)
  element.dir = 'auto'
  element.textContent = text
  return element
}
