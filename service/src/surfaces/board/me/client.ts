import { find } from '../../../../../ui/elements.ts'

/* A name that is typed is the name that is meant. */
const customName = find('[name=custom_name]', HTMLInputElement)
customName?.addEventListener('input', () => {
  const choice = customName.closest('.choice')?.querySelector('input')
  if (choice) choice.checked = true
})
