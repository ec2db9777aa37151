// The table of posts: ticking all, and how many are ticked. Pages work without it.
;(() => {
  const form = document.getElementById('bulk')
  if (!form) return
  const all = form.querySelector('[data-all]')
  const said = form.querySelector('[data-ticked]')
  const boxes = [...form.querySelectorAll('input[name="n"]')]
  const count = () => {
    const ticked = boxes.filter(({ checked }) => checked).length
    said.textContent = ticked === 0 ? '' : `(${ticked})`
    all.checked = ticked === boxes.length
    all.indeterminate = ticked > 0 && ticked < boxes.length
    for (const box of boxes) box.closest('tr').classList.toggle('ticked', box.checked)
  }
  all.hidden = false
  // After the script of all pages, which ticks the others.
  document.addEventListener('change', () => setTimeout(count))
  window.addEventListener('pageshow', count)
  let last
  form.addEventListener('click', (event) => {
    const place = boxes.indexOf(event.target)
    if (place < 0) return
    if (event.shiftKey && last !== undefined) {
      const [from, to] = [Math.min(place, last), Math.max(place, last)]
      for (const box of boxes.slice(from, to + 1)) box.checked = boxes[place].checked
    }
    last = place
  })
})()
