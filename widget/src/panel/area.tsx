import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'

interface AreaProps extends ComponentProps<'textarea'> {
  readonly write: (text: string) => void
  readonly field?: ComponentProps<'textarea'>['ref']
  /** The post whose people it can mention. */
  readonly thread?: string | undefined
  /** Whether the text is plain and not Markdown. */
  readonly isPlain?: boolean | undefined
}

interface Opened {
  readonly writing: typeof import('./writing.tsx')
  readonly area: HTMLTextAreaElement
}

/** A field for a long text. The tools above it are loaded when somebody begins to write; without them, it is an ordinary field. */
export function Area({ write, field, thread, isPlain, ...attributes }: AreaProps) {
  const [opened, open] = useState<Opened>()
  const onFocus = ({ currentTarget: area }: { currentTarget: HTMLTextAreaElement }) => {
    if (isPlain || opened) return
    import('./writing.tsx').then(
      (writing) => open({ writing, area }),
      () => undefined,
    )
  }
  return (
    <>
      {opened && <opened.writing.Tools area={opened.area} thread={thread} />}
      <textarea
        {...attributes}
        ref={field ?? null}
        onFocus={onFocus}
        onInput={(event) => write(event.currentTarget.value)}
      />
    </>
  )
}
