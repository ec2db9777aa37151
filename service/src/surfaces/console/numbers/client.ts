// Bars by day: the arrow keys go from bar to bar, so that a picture is one stop of the Tab key. Pages work without it.
import { findAll } from '../../../../../ui/elements.ts'

document.addEventListener('keydown', (event) => {
  const { target, key } = event
  if (!(target instanceof SVGElement) || !target.matches('.day-bar')) return
  const bars = findAll('.day-bar', SVGElement, target.parentElement ?? document)
  const place = bars.indexOf(target)
  const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: bars.length - 1 }[key]
  const bar = next === undefined ? undefined : bars[next]
  if (!bar) return
  event.preventDefault()
  target.tabIndex = -1
  bar.tabIndex = 0
  bar.focus()
})
