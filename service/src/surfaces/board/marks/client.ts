import { find, findAll, need } from '../../../../../ui/elements.ts'
import type { votingClosed } from '../../../domain/votes/index.ts'
import type { LivePost } from '../live/messages.ts'
import { announce, announceShown, announceWithUndo, isSignedIn, texts } from '../shared/announce-client.ts'
import { openSheet, resumed } from '../shared/sign-in-sheet-client.ts'

const VOTING_CLOSED: typeof votingClosed.code = 'voting_closed'

/** A vote or a follow: shown at once, sent one after the other, and undone if the service refuses it. */
interface Mark {
  turn: number
  isOn: boolean
  count: number
  sent: Promise<void>
  /** How many of its answers are pending. */
  pending: number
}
/** By the address of their forms: a page may show an idea twice. */
const marks = new Map<string, Mark>()

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.dataset.act) return
  const { act } = form.dataset
  const intent = `${act}:${/\/posts\/(\d+)\//.exec(form.action)?.[1] ?? ''}`
  if (!isSignedIn) {
    if (openSheet(act, intent, form.action)) event.preventDefault()
    return
  }
  event.preventDefault()
  const { button, field, count } = partsOf(form)
  const wanted = field.value === '1'
  const mark: Mark = marks.get(form.action) ?? {
    turn: 0,
    isOn: !wanted,
    count: Number(count?.dataset.count),
    sent: Promise.resolve(),
    pending: 0,
  }
  marks.set(form.action, mark)
  mark.turn += 1
  mark.pending += 1
  const { turn } = mark
  showEverywhere(form.action, wanted, Number(count?.dataset.count) + (wanted ? 1 : -1))
  button.classList.toggle('cast', wanted)
  mark.sent = mark.sent.then(async () => {
    const answer = await post(form.action, { on: wanted ? '1' : '0' })
    mark.pending -= 1
    if (answer.ok) Object.assign(mark, { isOn: wanted, count: answer.body.count ?? mark.count })
    if (turn !== mark.turn) return
    if (answer.status === 401) return leaveToSignIn(intent)
    showEverywhere(form.action, mark.isOn, mark.count, answer.ok ? answer.body.text : undefined)
    if (!answer.ok) announceShown(faultOf(answer))
    else if (act === 'vote' && wanted) announceWithUndo(`${texts.counted} · ${answer.body.text}`, () => takeBack(form))
    else announce(answer.body.text)
  })
})

for (const form of findAll('form[data-act]', HTMLFormElement)) {
  if (form.action !== resumed) continue
  const { button } = partsOf(form)
  button.focus()
  announce(button.ariaLabel ?? button.textContent ?? '')
}

function partsOf(form: HTMLFormElement) {
  return {
    button: need('button', HTMLButtonElement, form),
    field: need('input[name=on]', HTMLInputElement, form),
    count: find('.count', HTMLElement, form),
  }
}

interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly body: { readonly count?: number; readonly text?: string; readonly code?: string }
}

async function post(address: string, values: Record<string, string>): Promise<Answer> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(values),
    })
    return { ok: answer.ok, status: answer.status, body: await answer.json() }
  } catch {
    return { ok: false, status: 0, body: {} }
  }
}

function faultOf({ status, body }: Answer): string | undefined {
  if (status === 429) return texts.many
  return body.code === VOTING_CLOSED ? texts.closed : texts.failed
}

/** The session ended meanwhile. */
function leaveToSignIn(intent: string): void {
  location.assign(`/sign-in?${new URLSearchParams({ return_to: location.pathname + location.search, intent })}`)
}

function takeBack(form: HTMLFormElement): void {
  const { button, field } = partsOf(form)
  button.focus()
  if (field.value === '0') form.requestSubmit()
}

function showEverywhere(action: string, isOn: boolean, value: number, said?: string): void {
  for (const form of findAll('form[data-act]', HTMLFormElement)) {
    if (form.action === action) show(form, isOn, value, said)
  }
}

/** The number of votes as the service tells it. While a vote of this page is under way, its answer tells it. */
export function showVotes(
  forms: readonly HTMLFormElement[],
  { votes, votes_text: said, is_votable: isVotable }: Pick<LivePost, 'votes' | 'votes_text' | 'is_votable'>,
): void {
  for (const form of forms) {
    const mark = marks.get(form.action)
    if (mark && mark.pending > 0) continue
    if (mark) mark.count = votes
    const { button } = partsOf(form)
    button.disabled = !isVotable
    show(form, button.ariaPressed === 'true', votes, said)
  }
}

export function show(form: HTMLFormElement, isOn: boolean, value: number, said?: string): void {
  const { button, field, count } = partsOf(form)
  const text = (isOn ? button.dataset.on : button.dataset.off) ?? ''
  button.setAttribute('aria-pressed', String(isOn))
  field.value = isOn ? '0' : '1'
  if (!count) {
    button.textContent = text
    return
  }
  count.dataset.count = String(value)
  count.textContent = new Intl.NumberFormat(document.documentElement.lang).format(value)
  button.setAttribute('aria-label', `${text}. ${said ?? count.textContent}`)
}
