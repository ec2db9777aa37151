import { find } from '../../../../../ui/elements.ts'
import { isSignedIn } from './announce-client.ts'

const sheet = find('#sheet', HTMLDialogElement)

/** Where the visitor continues after signing in: the address of a form, or the key of a draft. */
const RESUMED = 'resumed'

/** The action that opened the sheet is sent along, so that it is done after the sign-in. */
export function openSheet(why: string, intent: string, resumed: string): boolean {
  const reason = document.getElementById('sheet-why')
  if (!sheet || !reason) return false
  reason.textContent = reason.dataset[why] ?? ''
  const field = find('input[name=intent]', HTMLInputElement, sheet)
  if (field) field.value = intent
  sessionStorage.setItem(RESUMED, resumed)
  sheet.showModal()
  return true
}

/* A click beside the sheet closes it, like "Cancel". */
sheet?.addEventListener('click', (event) => {
  if (event.target === sheet) sheet.close()
})
/* The event comes a moment after the sheet has closed; by then it may be open again. */
sheet?.addEventListener('close', () => {
  if (!sheet.open) sessionStorage.removeItem(RESUMED)
})
/** The action that the visitor began before they had to sign in. */
export const resumed = isSignedIn ? sessionStorage.getItem(RESUMED) : null
if (isSignedIn) sessionStorage.removeItem(RESUMED)

for (const link of document.querySelectorAll('a[data-sheet]')) {
  link.addEventListener('click', (event) => {
    if (openSheet('', '', '')) event.preventDefault()
  })
}
