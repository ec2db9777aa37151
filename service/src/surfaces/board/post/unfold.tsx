import type { ComponentChildren } from 'preact'
import type { Post } from '../../../domain/posts/index.ts'
import { postPath } from '../shared/posts.tsx'
import type { View } from '../shared/view.ts'

interface UnfoldProps {
  readonly kind: 'reply' | 'edit' | 'delete' | 'report'
  readonly label: string
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** A form that unfolds where it is asked for, also without script. */
export function Unfold({ kind, label, isOpen, children }: UnfoldProps) {
  return (
    <details class={`unfold ${kind}`} open={isOpen}>
      <summary>{label}</summary>
      {children}
    </details>
  )
}

/** Without script it shows the page as it was. */
export function Cancel({ view, post }: { view: View; post: Post }) {
  return (
    <a class="link" href={postPath(post)} data-cancel="">
      {view.words.say('cancel')}
    </a>
  )
}
