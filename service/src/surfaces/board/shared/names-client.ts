import { find, findAll, need } from '../../../../../ui/elements.ts'

/* Typing a name also selects it. */
for (const field of findAll('[name=custom_name]', HTMLInputElement)) {
  const choice = field.closest('.choice')?.querySelector('input')
  field.addEventListener('input', () => {
    if (choice) choice.checked = true
  })
}

/* Shows the chosen name where the choices were opened. */
for (const names of findAll('.names', HTMLDetailsElement)) {
  const shown = need('[data-text]', HTMLElement, names)
  names.addEventListener('input', () => {
    const chosen = find('.choice:has(:checked)', HTMLElement, names)
    const typed = chosen && find('[name=custom_name]', HTMLInputElement, chosen)
    const name = typed ? typed.value.trim() : chosen?.querySelector('.soft')?.textContent
    if (name) shown.textContent = (shown.dataset.text ?? '').replace('{name}', () => name)
  })
}
