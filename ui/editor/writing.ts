import { find, need } from '../elements.ts'
import type { Host } from './host.ts'
import { beginLines, wrap, writeLink } from './marks.ts'
import { offerPeople } from './mentions.ts'
import { takePictures } from './pictures.ts'

const SHORTCUTS: Readonly<Record<string, string>> = {
  b: '[data-around="**"]',
  i: '[data-around="_"]',
  k: '[data-link]',
}

/** Makes the tools above a text work. */
export function helpWriting(area: HTMLTextAreaElement, editor: HTMLElement, host: Host): void {
  const { people, showPreview, sendPicture, signal } = host
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    const { around, before, link } = button?.dataset ?? {}
    if (around !== undefined) wrap(area, around)
    if (before !== undefined) beginLines(area, before)
    if (link !== undefined) writeLink(area)
  }
  const onKey = (event: KeyboardEvent) => {
    const tool = event.ctrlKey || event.metaKey ? SHORTCUTS[event.key.toLowerCase()] : undefined
    if (tool === undefined || event.altKey || event.shiftKey) return
    event.preventDefault()
    find(tool, HTMLButtonElement, editor)?.click()
  }
  if (people) offerPeople(area, editor, people, signal)
  editor.addEventListener('click', onClick, { signal })
  area.addEventListener('keydown', onKey, { signal })
  const toggle = find('[data-preview]', HTMLButtonElement, editor)
  if (toggle && showPreview) offerPreview(area, editor, toggle, { showPreview, signal })
  if (sendPicture && find('[data-picture]', HTMLButtonElement, editor)) takePictures(area, editor, sendPicture, signal)
}

function offerPreview(
  area: HTMLTextAreaElement,
  editor: HTMLElement,
  toggle: HTMLElement,
  { showPreview, signal }: Required<Pick<Host, 'showPreview' | 'signal'>>,
): void {
  const shown = need('.preview', HTMLDivElement, editor)
  const set = (isOn: boolean) => {
    shown.hidden = !isOn
    area.hidden = isOn
    toggle.setAttribute('aria-pressed', String(isOn))
  }
  const onClick = async () => {
    const isOn = toggle.getAttribute('aria-pressed') !== 'true'
    if (isOn && !(await showPreview(area.value, shown))) return
    set(isOn)
    if (!isOn) area.focus()
  }
  toggle.addEventListener('click', () => void onClick(), { signal })
  area.form?.addEventListener('submit', () => set(false), { signal })
}
