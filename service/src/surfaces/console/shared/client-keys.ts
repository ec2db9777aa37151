import { find } from '../../../../../ui/elements.ts'

/** Whether a key alone is a shortcut now: not while somebody types, in a dialogue, or where the keys are switched off. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false
  if (find('dialog[open]', HTMLDialogElement) || isTyping(event)) return false
  return find('[data-keys-on]', HTMLInputElement)?.checked !== false
}

export function isTyping({ target }: Event): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=hidden]), textarea, select, [contenteditable]') !== null
  )
}
