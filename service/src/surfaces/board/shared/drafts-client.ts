import { findAll } from '../../../../../ui/elements.ts'
import { isSignedIn } from './announce-client.ts'
import { openSheet, resumed } from './sign-in-sheet-client.ts'

/* Texts survive the sign-in at the client's app, and a form that failed: they are kept in this tab only. */
const SENT = 'sent'
const sent = sessionStorage.getItem(SENT)
sessionStorage.removeItem(SENT)
if (sent && document.querySelector('.post')) sessionStorage.removeItem(sent)

function keyOf(form: HTMLFormElement): string {
  return `draft ${form.dataset.draft}`
}

function isBox(field: Element): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox'
}

/** Removes a draft that is no longer needed. */
export function forgetDraft(form: HTMLFormElement): void {
  sessionStorage.removeItem(keyOf(form))
}

for (const form of findAll('form[data-draft]', HTMLFormElement)) {
  const key = keyOf(form)
  const fields = [
    ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      'input:not([type=hidden], .names *), textarea, .asked select',
    ),
  ]
  const kept: Readonly<Record<string, string>> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (kept) {
    for (const field of fields) {
      // A text that is only the template of a category is as good as none.
      const isEmpty = !field.value || field.value === field.dataset.template
      if (isBox(field)) field.checked ||= kept[field.name] === 'on'
      else if (isEmpty) field.value = kept[field.name] ?? field.value
    }
    form.closest('details')?.setAttribute('open', '')
  }
  if (key === resumed) fields.at(-1)?.focus()
  form.addEventListener('input', () => {
    const typed = Object.fromEntries(
      fields.map((field) => [field.name, isBox(field) ? (field.checked ? 'on' : '') : field.value]),
    )
    sessionStorage.setItem(key, JSON.stringify(typed))
  })
  form.addEventListener('submit', (event) => {
    if (isSignedIn) return sessionStorage.setItem(SENT, key)
    if (openSheet(key === 'draft new' ? 'post' : 'comment', '', key)) event.preventDefault()
  })
}
