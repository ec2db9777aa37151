import { Empty } from '../../../../../ui/components.tsx'
import type { Post } from '../../../domain/posts/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Form, quantity } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Outcome } from './merge-page.tsx'
import type { MergePlan } from './merge-plan.ts'
import { PostBadges } from './pieces.tsx'

interface MergeSeveralProps {
  readonly view: ProjectView
  readonly posts: readonly Post[]
  readonly target: Post | undefined
  readonly plan: MergePlan | undefined
}

/** The selected posts: choose the one that stays, and see the result. */
export function MergeSeveralPage({ view, posts, target, plan }: MergeSeveralProps) {
  const numbers = posts.map(({ number }) => <input type="hidden" name="n" value={number} />)
  return (
    <ProjectPage
      view={view}
      title="Merge posts"
      section="/posts"
      lead="One of the selected posts stays; the others are merged into it."
    >
      {posts.length < 2 ? (
        <Empty title="Select at least two posts">
          Then use “Merge…” to merge them. <a href={`${view.base}/posts`}>Back to the posts</a>
        </Empty>
      ) : (
        <>
          <form method="get" action={`${view.base}/posts/merge`} class="form">
            {numbers}
            <fieldset class="choices">
              <legend>Which one stays?</legend>
              {posts.map((post) => (
                <label class="choice">
                  <input type="radio" name="into" value={post.number} checked={post.id === target?.id} />
                  <span>
                    <b>{post.title}</b>
                    <span class="soft">
                      #{post.number} · {quantity(post.voteCount, 'vote')} · {post.status.name}{' '}
                      <PostBadges post={post} />
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
            <button class="button" type="submit">
              Show the outcome
            </button>
          </form>
          {plan && (
            <>
              <Outcome view={view} plan={plan} />
              <Form view={view} action={`${view.base}/posts/merge`} class="row tight">
                {plan.sources.map(({ number }) => (
                  <input type="hidden" name="n" value={number} />
                ))}
                <input type="hidden" name="into" value={plan.target.number} />
                <button class="button main" type="submit">
                  Merge {quantity(plan.sources.length, 'post')} into “{plan.target.title}”
                </button>
                <a class="button" href={`${view.base}/posts`}>
                  Cancel
                </a>
              </Form>
            </>
          )}
        </>
      )}
    </ProjectPage>
  )
}
