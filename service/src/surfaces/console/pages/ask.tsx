import type { FastifyRequest } from 'fastify'
import { membersOf, textIn, textsIn } from '../../pages/index.ts'
import { PlainPage } from '../layout.tsx'
import type { View } from '../view.ts'

/** Whether somebody said yes, here or to the script. */
export function isAnswered(request: FastifyRequest): boolean {
  return textIn(membersOf(request).confirmed) === 'yes'
}

interface AskProps {
  /** Of a page at the address of the form. */
  readonly view: View
  /** The form as it was sent. */
  readonly members: Readonly<Record<string, unknown>>
  readonly back: string
}

/** Asks about a form before it is taken, and sends all of it again. */
export function AskPage({ view, members, back }: AskProps) {
  const [question = 'Really do this?', does, yes = 'Yes, do it'] = textsIn(members.asks)
  const { confirmed: _, came_from: __, ...rest } = members
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
          <a class="button" href={back}>
            No, go back
          </a>
        </form>
      </div>
    </PlainPage>
  )
}
