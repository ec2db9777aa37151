import { need } from '../elements.ts'
import type { Host } from './host.ts'
import { replace } from './marks.ts'

/** By file, paste or drop. The writer describes the picture; then it is sent, and inserted at the last position in the text. */
export function takePictures(
  area: HTMLTextAreaElement,
  editor: HTMLElement,
  sendPicture: NonNullable<Host['sendPicture']>,
  signal: AbortSignal,
): void {
  const files = need('input[type=file]', HTMLInputElement, editor)
  const form = need('.picture', HTMLFieldSetElement, editor)
  const words = need('.picture input', HTMLInputElement, editor)
  const state = need('.state', HTMLParagraphElement, editor)
  const progress = need('progress', HTMLProgressElement, editor)
  let chosen: File | undefined

  const say = (text = '') => {
    state.textContent = text
  }
  const take = (list: FileList | null | undefined): boolean => {
    chosen = pictureIn(list)
    if (!chosen) return false
    say()
    form.hidden = false
    words.value = ''
    words.focus()
    return true
  }
  const close = () => {
    chosen = undefined
    form.hidden = true
    files.value = ''
    area.focus()
  }
  const insert = async () => {
    if (!chosen || !progress.hidden) return
    const file = chosen
    const alt = words.value.replace(/[[\]\\]/g, '')
    close()
    say(state.dataset.sending)
    progress.hidden = false
    const answer = await sendPicture(file)
    progress.hidden = true
    if ('code' in answer) return say(state.getAttribute(`data-${answer.code}`) ?? state.dataset.failed)
    const picture = `![${alt}](${answer.url})`
    area.setSelectionRange(area.selectionEnd, area.selectionEnd)
    replace(area, picture, [picture.length, picture.length])
    say()
  }

  const onPress = (button: string, act: () => void) =>
    need(button, HTMLButtonElement, editor).addEventListener('click', act, { signal })
  onPress('[data-picture]', () => files.click())
  onPress('[data-insert]', () => void insert())
  onPress('[data-cancel]', close)
  files.addEventListener('change', () => take(files.files), { signal })
  area.addEventListener('paste', (event) => take(event.clipboardData?.files) && event.preventDefault(), { signal })
  area.addEventListener('dragover', (event) => holdsFiles(event.dataTransfer) && event.preventDefault(), { signal })
  area.addEventListener('drop', (event) => take(event.dataTransfer?.files) && event.preventDefault(), { signal })
  words.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return
      event.preventDefault() // these keys would also reach the form around it
      event.stopPropagation()
      if (event.key === 'Enter') void insert()
      else close()
    },
    { signal },
  )
  // A text that is sent now would lack its picture.
  area.form?.addEventListener(
    'submit',
    (event) => {
      if (progress.hidden) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { signal, capture: true },
  )
}

function holdsFiles(dragged: DataTransfer | null): boolean {
  for (const type of dragged?.types ?? []) if (type === 'Files') return true
  return false
}

function pictureIn(list: FileList | null | undefined): File | undefined {
  for (let place = 0; place < (list?.length ?? 0); place += 1) {
    const file = list?.item(place)
    if (file?.type.startsWith('image/')) return file
  }
  return undefined
}
