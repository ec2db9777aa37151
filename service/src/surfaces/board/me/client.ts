import { find } from '../../../../../ui/elements.ts'

/* Typing a name also selects it. */
const customName = find('[name=custom_name]', HTMLInputElement)
customName?.addEventListener('input', () => {
  const choice = customName.closest('.choice')?.querySelector('input')
  if (choice) choice.checked = true
})
