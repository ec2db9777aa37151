import type { Comment } from '../../../domain/comments/index.ts'
import { Written } from '../../pages/index.ts'
import { AuthorLine } from '../shared/posts.tsx'
import type { View } from '../shared/view.ts'

/** The id of the answer's place in the discussion. The answer itself has the id of its comment, so that links to the comment lead to the text. */
export function placeOf({ id }: Comment): string {
  return `place-${id}`
}

interface AnswerProps {
  readonly view: View
  readonly answer: Comment
  /** Whether its place is on this page of the discussion. */
  readonly isBelow: boolean
}

/** The team's last official comment, directly under the idea. */
export function Answer({ view, answer, isBelow }: AnswerProps) {
  const { words } = view
  return (
    <section class="comment official answer" id={answer.id} aria-labelledby="answer">
      <h2 class="label" id="answer">
        {words.say('official_answer')}
      </h2>
      <AuthorLine view={view} author={answer.author} at={answer.createdAt} />
      <Written html={answer.bodyHtml} />
      {isBelow && (
        <p class="soft">
          <a href={`#${placeOf(answer)}`}>{words.say('answer_place')}</a>
        </p>
      )}
    </section>
  )
}
