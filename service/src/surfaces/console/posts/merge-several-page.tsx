import type { Post } from '../../../domain/posts/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Form } from '../shared/pieces.tsx'
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
      title={view.words.say('posts_merge_several')}
      section="/posts"
      guide="posts"
      lead={view.words.say('posts_merge_several_lead')}
    >
      <form method="get" action={`${view.base}/posts/merge`} class="form">
        {numbers}
        <fieldset class="choices">
          <legend>{view.words.say('posts_merge_stays')}</legend>
          {posts.map((post) => (
            <label class="choice">
              <input type="radio" name="into" value={post.number} checked={post.id === target?.id} />
              <span>
                <b>{post.title}</b>
                <span class="soft">
                  #{post.number} · {view.words.say('shared_votes', { n: post.voteCount })} · {post.status.name}{' '}
                  <PostBadges view={view} post={post} />
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <button class="button" type="submit">
          {view.words.say('posts_merge_preview')}
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
              {view.words.say('posts_merge_several_yes', { n: plan.sources.length, title: plan.target.title })}
            </button>
            <a class="button" href={`${view.base}/posts`}>
              {view.words.say('shared_cancel')}
            </a>
          </Form>
        </>
      )}
    </ProjectPage>
  )
}
