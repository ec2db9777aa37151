// The editor of the changelog: Enter finds posts, the time is also said in one's own, and nothing typed is lost by a wrong click.
;(() => {
  const form = document.getElementById('editor')
  if (!form) return
  const press = (act) => form.querySelector(`button[value="${act}"]`)?.click()

  form.elements.find.addEventListener('keydown', (event) => {
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

  const field = form.elements.publish_at
  const local = document.getElementById('local-time')
  const sayLocal = () => {
    const time = new Date(`${field.value}Z`)
    local.hidden = Number.isNaN(time.getTime())
    if (local.hidden) return
    const text = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }).format(time)
    local.textContent = `Where you are, that is ${text}.`
  }
  if (field) {
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
})()
