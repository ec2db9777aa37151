import { find, findAll, need } from '../../../../../ui/elements.ts'
import { forgetDraft } from '../shared/drafts-client.ts'

/* Opening a form focuses its text; closing it brings the focus back to the button. */
for (const details of findAll('details.unfold', HTMLDetailsElement)) {
  const summary = need('summary', HTMLElement, details)
  const form = need('form', HTMLFormElement, details)
  const close = () => {
    details.open = false
    summary.focus()
  }
  summary.addEventListener('click', () => setTimeout(() => find('textarea', HTMLTextAreaElement, form)?.focus()))
  details.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  find('a[data-cancel]', HTMLAnchorElement, details)?.addEventListener('click', (event) => {
    event.preventDefault()
    form.reset()
    forgetDraft(form)
    close()
  })
}
