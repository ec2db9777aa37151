// Moves cards by drag and by arrow keys. The page shows it at once, and takes it back where the service does not.
;(() => {
  const form = document.getElementById('roadmap')
  if (!form) return
  const live = document.getElementById('live')
  const lanes = [...form.querySelectorAll('.lane')]
  const cards = form.querySelectorAll('.ticket')
  const tell = (text, isShown) => {
    live.textContent = text
    live.classList.toggle('shown', Boolean(isShown))
  }
  document.getElementById('roadmap-keys').hidden = false
  for (const card of cards) {
    card.draggable = true
    card.tabIndex = 0
    card.setAttribute('aria-describedby', 'roadmap-keys')
  }

  /** By votes, as the service has them. */
  const place = (card, lane) => {
    const list = lane.querySelector('ol')
    const next = [...list.children].find((other) => other !== card && +other.dataset.votes < +card.dataset.votes)
    list.insertBefore(card, next ?? null)
    card.querySelector('select').value = lane.dataset.status
  }
  const send = async (post, status) => {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ post, status, notify: form.elements.notify.checked ? 'yes' : 'no' }),
    })
    if (!answer.ok) throw new Error((await answer.json()).title)
  }

  // What is moved twice in a row is sent in that order.
  let sent = Promise.resolve()
  const move = (card, to) => {
    const from = card.closest('.lane')
    if (from === to) return
    const hadFocus = document.activeElement === card
    place(card, to)
    if (hadFocus) card.focus()
    const { post, title } = card.dataset
    tell(`Moving “${title}” to ${to.dataset.name} …`)
    sent = sent
      .then(() => send(post, to.dataset.status))
      .then(() => tell(`“${title}” is in ${to.dataset.name} now.`))
      .catch((error) => {
        if (card.closest('.lane') === to) place(card, from)
        tell(`“${title}” was not moved. ${error.message}`, true)
      })
  }

  form.addEventListener('keydown', (event) => {
    const card = event.target
    if (!card.matches('.ticket') || event.altKey || event.ctrlKey || event.metaKey) return
    const lane = card.closest('.lane')
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const other = { ArrowUp: card.previousElementSibling, ArrowDown: card.nextElementSibling }
    if (side) {
      event.preventDefault()
      const to = lanes[lanes.indexOf(lane) + side]
      if (to) move(card, to)
      else tell(`There is no column further ${side < 0 ? 'left' : 'right'}.`)
    } else if (event.key in other) {
      event.preventDefault()
      other[event.key]?.focus()
    }
  })

  let dragged
  form.addEventListener('dragstart', (event) => {
    dragged = event.target.closest?.('.ticket')
    if (!dragged) return
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', dragged.dataset.title)
    dragged.classList.add('dragged')
  })
  form.addEventListener('dragend', () => {
    dragged?.classList.remove('dragged')
    for (const lane of lanes) lane.classList.remove('over')
    dragged = undefined
  })
  for (const lane of lanes) {
    lane.addEventListener('dragover', (event) => {
      if (!dragged) return
      event.preventDefault()
      lane.classList.add('over')
    })
    lane.addEventListener('dragleave', (event) => {
      if (!lane.contains(event.relatedTarget)) lane.classList.remove('over')
    })
    lane.addEventListener('drop', (event) => {
      if (!dragged) return
      event.preventDefault()
      move(dragged, lane)
    })
  }
})()
