// The preview of the board follows the colour and the name while they are chosen; the service says which tones it would make.
;(() => {
  const samples = document.getElementById('samples')
  const color = document.getElementById('accent_color')
  const name = document.getElementById('name')
  if (!samples || !color) return
  const paint = (figure, tones) => {
    for (const part of figure.querySelectorAll('[data-tone]')) part.setAttribute('fill', tones[part.dataset.tone])
    for (const part of figure.querySelectorAll('[data-edge]')) part.setAttribute('stroke', tones[part.dataset.edge])
    figure.querySelector('[data-says=accent]').textContent = tones.accent
    figure.querySelector('[data-says=contrast]').textContent = tones.contrast.toFixed(1)
  }
  let wanted
  color.addEventListener('input', async () => {
    wanted = color.value
    const asked = wanted
    await new Promise((wake) => setTimeout(wake, 60)) // a picker that is dragged says a lot
    if (asked !== wanted) return
    const answer = await fetch(`${samples.dataset.address}?color=${asked.slice(1)}`, {
      headers: { accept: 'application/json' },
    }).catch(() => undefined)
    if (!answer?.ok || asked !== wanted) return
    const tones = await answer.json()
    for (const figure of samples.querySelectorAll('figure')) paint(figure, tones[figure.dataset.scheme])
  })
  name.addEventListener('input', () => {
    for (const scheme of ['light', 'dark']) {
      document.getElementById(`name-${scheme}`).textContent = [...name.value].slice(0, 18).join('')
      document.getElementById(`letter-${scheme}`).textContent = ([...name.value.trim()][0] ?? '').toUpperCase()
    }
  })
})()
