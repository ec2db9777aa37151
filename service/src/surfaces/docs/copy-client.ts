const SHOWN_MS = 2_000

/** A button on every block of code. Without script there is none, because nothing could happen. */
export function addCopyButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) {
    const code = figure.querySelector('code')
    if (!code) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => void copy(code, button))
    figure.append(button)
  }
}

async function copy(code: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const said = await navigator.clipboard.writeText(code.textContent ?? '').then(
    () => 'Copied',
    () => selectAll(code), // no clipboard: the page came over plain HTTP, or the browser refused
  )
  button.textContent = said
  setTimeout(() => {
    button.textContent = 'Copy'
  }, SHOWN_MS)
}

function selectAll(code: HTMLElement): string {
  getSelection()?.selectAllChildren(code)
  return 'Selected'
}
