// What every page of the console does: questions before forms, copying, the menu of small screens. Pages work without it.
const live = document.getElementById('live')

export function tell(text) {
  if (!live) return
  live.textContent = text
  live.classList.add('shown')
  setTimeout(() => live.classList.remove('shown'), 4000)
}

document.addEventListener('submit', (event) => {
  const form = event.target
  const question = form.dataset.asks
  const isLost = [...document.querySelectorAll('textarea')].some(
    (field) => field.form !== form && field.value !== field.defaultValue,
  )
  const ask =
    question ?? (isLost ? 'You have typed something else on this page that is not saved. Go on without it?' : '')
  if (ask && !window.confirm(ask)) return event.preventDefault()
  if (question) form.elements.confirmed.value = 'yes'
  // A second click on the way changes nothing; the page that comes has new buttons.
  for (const button of form.querySelectorAll('button[type=submit]')) button.setAttribute('aria-busy', 'true')
})

window.addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
})

document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-copy]')
  if (!button) return
  const source = document.getElementById(button.dataset.copy)
  const text = 'value' in source ? source.value : source.textContent
  try {
    await navigator.clipboard.writeText(text)
    tell('Copied.')
  } catch {
    source.focus()
    source.select?.()
    tell('Press Ctrl+C to copy.')
  }
})

// A box that ticks all others of its table.
document.addEventListener('change', (event) => {
  const all = event.target.closest?.('[data-all]')
  if (!all) return
  for (const box of document.querySelectorAll(`input[name="${all.dataset.all}"]`)) box.checked = all.checked
})
