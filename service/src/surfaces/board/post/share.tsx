import type { Post } from '../../../domain/posts/index.ts'
import { postPath } from '../shared/posts.tsx'
import type { View } from '../shared/view.ts'

/** The address of an idea. With script it is passed to the device's own sharing, or copied. */
export function Share({ view, post }: { view: View; post: Post }) {
  const { words } = view
  if (post.moderationState !== 'approved') return null
  return (
    <details class="share" data-copied={words.say('link_copied')}>
      <summary>{words.say('share')}</summary>
      <div class="stack">
        <label for="address">{words.say('share_label')}</label>
        <input id="address" readOnly value={`${view.origin}${postPath(post)}`} dir="ltr" />
        <p>
          <button class="button" type="button" hidden>
            {words.say('copy_link')}
          </button>
        </p>
      </div>
    </details>
  )
}
