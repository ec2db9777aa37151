import type { ComponentProps, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'

interface AreaProps extends ComponentProps<'textarea'> {
  readonly write: (text: string) => void
  readonly field?: RefObject<HTMLTextAreaElement | null>
  /** The post whose people it can mention. */
  readonly thread?: string | undefined
  /** Not Markdown. */
  readonly isPlain?: boolean | undefined
}

/** A field for a long text. The tools above it are fetched when somebody begins to write; without them, it is a field as any other. */
export function Area({ write, field, thread, isPlain, ...attributes }: AreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = field ?? own
  const [writing, fetched] = useState<typeof import('./writing.tsx')>()
  const onFocus = () => {
    if (!isPlain && !writing) import('./writing.tsx').then(fetched, () => undefined)
  }
  return (
    <>
      {writing && <writing.Tools area={area} thread={thread} />}
      <textarea {...attributes} ref={area} onFocus={onFocus} onInput={(event) => write(event.currentTarget.value)} />
    </>
  )
}
