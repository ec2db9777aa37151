import type { FastifyRequest } from 'fastify'
import { membersOf, textIn, textsIn } from '../../pages/index.ts'
import { PlainPage } from './layout.tsx'
import type { View } from './view.ts'

/** Whether the answer was yes, on this page or in the script's dialogue. */
export function isAnswered(request: FastifyRequest): boolean {
  return textIn(membersOf(request).confirmed) === 'yes' && !isTakenBack(request)
}

/** Whether the answer was no, and the form is to be shown again. */
export function isTakenBack(request: FastifyRequest): boolean {
  return textIn(membersOf(request).no) === 'yes'
}

interface AskProps {
  /** The view of the page at the address of the form. */
  readonly view: View
  /** The form as it was sent. */
  readonly members: Readonly<Record<string, unknown>>
  readonly back: string
  /** Whether the route shows the form again, with what was typed, if the answer is no. */
  readonly keepsTyped?: boolean
}

/** Asks a question before a form is processed. A yes sends the whole form again. */
export function AskPage({ view, members, back, keepsTyped = false }: AskProps) {
  const { say } = view.words
  const [question = say('shared_ask'), does, yes = say('shared_ask_yes')] = textsIn(members.asks)
  const { confirmed: _, came_from: __, no: ___, ...rest } = members
  return (
    <PlainPage view={view} title={question}>
      <div class="door">
        <h1 dir="auto">{question}</h1>
        {does && <p class="lead">{does}</p>}
        <form method="post" action={view.path} class="row">
          {Object.entries({ ...rest, confirmed: 'yes', came_from: back }).flatMap(([name, value]) =>
            textsIn(value).map((one) => <input type="hidden" name={name} value={one} />),
          )}
          <button class="button danger" type="submit">
            {yes}
          </button>
          {keepsTyped ? (
            <button class="button" type="submit" name="no" value="yes">
              {say('shared_ask_no')}
            </button>
          ) : (
            <a class="button" href={back}>
              {say('shared_ask_no')}
            </a>
          )}
        </form>
      </div>
    </PlainPage>
  )
}
