// Moves cards by drag and by arrow keys. The page shows the move at once, and takes it back if the service refuses it.
import { find, findAll, need } from '../../../../../ui/elements.ts'
import { fillIn, postJson } from '../shared/client-request.ts'

const OFFERED_MS = 10_000

const form = find('#roadmap', HTMLFormElement)
if (form) moveCards(form)

function moveCards(form: HTMLFormElement): void {
  const lanes = findAll('.lane', HTMLElement, form)
  const help = need('#roadmap-keys', HTMLElement)
  help.hidden = false
  for (const card of findAll('.ticket', HTMLElement, form)) {
    card.draggable = true
    card.tabIndex = 0
    card.setAttribute('aria-describedby', 'roadmap-keys')
  }
  const speaker = createSpeaker(help.dataset)
  const move = createMover(form, lanes, speaker)
  listenToKeys(form, lanes, speaker, move)
  listenToDrags(form, lanes, move)
}

type Move = (card: HTMLElement, to: HTMLElement) => void
type Speaker = ReturnType<typeof createSpeaker>

/** Says beside the lanes what happens to a card. */
function createSpeaker(words: DOMStringMap) {
  const live = need('#live', HTMLElement)
  let hiding: ReturnType<typeof setTimeout> | undefined
  const say = (text: string, isShown: boolean) => {
    clearTimeout(hiding)
    live.textContent = text
    live.classList.toggle('shown', isShown)
  }
  const sayForAWhile = (text: string) => {
    say(text, true)
    hiding = setTimeout(() => live.classList.remove('shown'), OFFERED_MS)
  }
  return {
    words,
    /** For screen readers alone; everybody else sees the card move. */
    tell: (text: string) => say(text, false),
    show: (text: string) => say(text, true),
    showForAWhile: sayForAWhile,
    offerUndo: (text: string, undo: () => void) => {
      sayForAWhile(text)
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'link'
      button.textContent = words.undo ?? ''
      button.addEventListener('click', undo)
      live.append(' ', button)
    },
  }
}

function createMover(form: HTMLFormElement, lanes: readonly HTMLElement[], speaker: Speaker): Move {
  const { words } = speaker
  const notify = need('[name=notify]', HTMLInputElement, form)
  const laneOf = (card: HTMLElement) => lanes.find((lane) => lane.contains(card))

  const send = async (post: string | undefined, status: string | undefined) => {
    const members = { post, status, notify: notify.checked ? 'yes' : 'no' }
    const { ok, body } = await postJson<{ undo: readonly string[] }>(form.action, members)
    if (!ok) throw new Error(body.title)
    return body.undo
  }
  const takeBack = async (card: HTMLElement, from: HTMLElement, change: readonly string[]) => {
    const { title = '' } = card.dataset
    const { name: lane = '' } = from.dataset
    const { ok, body } = await postJson(form.action.replace(/\/roadmap\/move$/, '/undo'), { change })
    if (ok) place(card, from)
    speaker.showForAWhile(ok ? fillIn(words.movedBack, { title, lane }) : body.title)
  }

  // Moves are sent one after the other, in their order.
  let sent: Promise<unknown> = Promise.resolve()
  return (card, to) => {
    const from = laneOf(card)
    if (!from || from === to) return
    const hadFocus = document.activeElement === card
    place(card, to)
    if (hadFocus) card.focus()
    const { post, title = '' } = card.dataset
    const { name: lane = '' } = to.dataset
    speaker.tell(fillIn(words.moving, { title, lane }))
    sent = sent
      .then(() => send(post, to.dataset.status))
      .then((change) => speaker.offerUndo(fillIn(words.moved, { title, lane }), () => takeBack(card, from, change)))
      .catch((error) => {
        if (laneOf(card) === to) place(card, from)
        speaker.show(fillIn(words.notMoved, { title, why: error.message }))
      })
  }
}

/** Sorted by votes, as the service sorts them. */
function place(card: HTMLElement, lane: HTMLElement): void {
  const list = need('ol', HTMLElement, lane)
  const next = findAll('.ticket', HTMLElement, list).find((other) => other !== card && votesOf(other) < votesOf(card))
  list.insertBefore(card, next ?? null)
  need('select', HTMLSelectElement, card).value = lane.dataset.status ?? ''
}

/** Left and right move the card, up and down go to the next one. */
function listenToKeys(
  form: HTMLFormElement,
  lanes: readonly HTMLElement[],
  { words, tell }: Speaker,
  move: Move,
): void {
  form.addEventListener('keydown', (event) => {
    const card = event.target
    if (!(card instanceof HTMLElement) || !card.matches('.ticket')) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const to = lanes[lanes.findIndex((lane) => lane.contains(card)) + by]
      if (to) move(card, to)
      else tell(fillIn(by < 0 ? words.noLeft : words.noRight))
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      const other = event.key === 'ArrowUp' ? card.previousElementSibling : card.nextElementSibling
      if (other instanceof HTMLElement) other.focus()
    }
  })
}

function listenToDrags(form: HTMLFormElement, lanes: readonly HTMLElement[], move: Move): void {
  let dragged: HTMLElement | undefined
  form.addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = target instanceof Element ? (target.closest<HTMLElement>('.ticket') ?? undefined) : undefined
    if (!dragged || !dataTransfer) return
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setData('text/plain', dragged.dataset.title ?? '')
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
    lane.addEventListener('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && lane.contains(relatedTarget))) lane.classList.remove('over')
    })
    lane.addEventListener('drop', (event) => {
      if (!dragged) return
      event.preventDefault()
      move(dragged, lane)
    })
  }
}

function votesOf(card: HTMLElement): number {
  return Number(card.dataset.votes)
}
