// The preview of the board follows the colour and the name while they are chosen; the service computes the tones.
import type { Tones, tonesOf } from '../../../../../ui/accent.ts'
import { find, findAll, need } from '../../../../../ui/elements.ts'

const samples = find('#samples', HTMLElement)
const color = find('#accent_color', HTMLInputElement)

function paint(figure: HTMLElement, tones: Tones): void {
  for (const name of ['accent', 'on', 'soft'] as const) {
    for (const part of figure.querySelectorAll(`[data-tone=${name}]`)) part.setAttribute('fill', tones[name])
    for (const part of figure.querySelectorAll(`[data-edge=${name}]`)) part.setAttribute('stroke', tones[name])
  }
  need('[data-says=accent]', Element, figure).textContent = tones.accent
  need('[data-says=contrast]', Element, figure).textContent = tones.contrast.toFixed(1)
}

if (samples && color) {
  let wanted: string | undefined
  color.addEventListener('input', async () => {
    wanted = color.value
    const asked = wanted
    await new Promise((wake) => setTimeout(wake, 60)) // dragging in a colour picker sends many events
    if (asked !== wanted) return
    const answer = await fetch(`${samples.dataset.address}?color=${asked.slice(1)}`, {
      headers: { accept: 'application/json' },
    }).catch(() => undefined)
    if (!answer?.ok || asked !== wanted) return
    const { light, dark }: ReturnType<typeof tonesOf> = await answer.json()
    for (const figure of findAll('figure', HTMLElement, samples))
      paint(figure, figure.dataset.scheme === 'dark' ? dark : light)
  })
  const name = need('#name', HTMLInputElement)
  name.addEventListener('input', () => {
    for (const scheme of ['light', 'dark']) {
      need(`#name-${scheme}`, Element).textContent = [...name.value].slice(0, 18).join('')
      need(`#letter-${scheme}`, Element).textContent = ([...name.value.trim()][0] ?? '').toUpperCase()
    }
  })
}
