/** Keeps the selection, so that a second button applies to it as well. */
export function wrap(area: HTMLTextAreaElement, mark: string): void {
  const text = selected(area)
  replace(area, mark + text + mark, [mark.length, mark.length + text.length])
}

export function beginLines(area: HTMLTextAreaElement, mark: string): void {
  const isAtStart = area.selectionStart === 0 || area.value[area.selectionStart - 1] === '\n'
  const text = `${isAtStart ? '' : '\n'}${selected(area).replace(/^/gm, mark)}`
  replace(area, text, [text.length, text.length])
}

const ADDRESS = 'https://'

export function writeLink(area: HTMLTextAreaElement): void {
  const text = selected(area)
  const at = text.length + 3
  replace(area, `[${text}](${ADDRESS})`, text ? [at, at + ADDRESS.length] : [1, 1])
}

function selected({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  return value.slice(selectionStart, selectionEnd)
}

/** Puts a text where the selection is, and selects a part of it. */
export function replace(area: HTMLTextAreaElement, text: string, select: readonly [from: number, to: number]): void {
  const { selectionStart: start, selectionEnd: end } = area
  area.setRangeText(text, start, end, 'end')
  area.setSelectionRange(start + select[0], start + select[1])
  area.dispatchEvent(new Event('input', { bubbles: true })) // drafts are kept by it
  area.focus()
}
