// The editor of the changelog: Enter searches posts, the time is also shown in the local time zone, and a wrong click loses no text.
import { find, need } from '../../../../../ui/elements.ts'
import { fillIn } from '../shared/client-request.ts'

const form = find('#editor', HTMLFormElement)
if (form) {
  const press = (act: string) => find(`button[value="${act}"]`, HTMLButtonElement, form)?.click()

  need('[name=find]', HTMLInputElement, form).addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    press('find')
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    press('preview')
  })
  document.getElementById('preview')?.focus()

  const field = find('[name=publish_at]', HTMLInputElement, form)
  if (field) {
    const local = need('#local-time', HTMLElement)
    const sayLocal = () => {
      const time = new Date(`${field.value}Z`)
      local.hidden = Number.isNaN(time.getTime())
      if (local.hidden) return
      const text = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }).format(time)
      local.textContent = fillIn(local.dataset.says, { time: text })
    }
    field.addEventListener('input', sayLocal)
    sayLocal()
  }

  let isChanged = document.getElementById('unsaved') !== null
  form.addEventListener('input', () => {
    isChanged = true
  })
  form.addEventListener('submit', () => {
    isChanged = false
  })
  window.addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })
}
