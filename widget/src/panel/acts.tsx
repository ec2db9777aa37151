import type { ComponentChild } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useTools } from './hooks.ts'
import { each } from './lists.ts'

export type Act = 'reply' | 'edit' | 'delete' | 'report'

interface ActsProps {
  readonly can: readonly Act[]
  readonly children: (act: Act, done: () => void) => ComponentChild
}

/** The actions for a text, and below them the form of the chosen one. Escape closes the form, and the typed text stays. */
export function Acts({ can, children }: ActsProps) {
  const { words } = useTools()
  const [act, choose] = useState<Act>()
  const chosen = useRef<HTMLButtonElement>(null)
  const done = () => {
    chosen.current?.focus()
    choose(undefined)
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    done()
  }
  if (can.length === 0) return null
  return (
    <>
      <p class="acts">
        {each(can, (name) => (
          <button
            type="button"
            key={name}
            ref={name === act ? chosen : null}
            aria-expanded={name === act}
            onClick={() => choose(name === act ? undefined : name)}
          >
            {words.say(name)}
          </button>
        ))}
      </p>
      {act && (
        <fieldset key={act} onKeyDown={hear}>
          <legend class="unseen">{words.say(act)}</legend>
          {children(act, done)}
        </fieldset>
      )}
    </>
  )
}
