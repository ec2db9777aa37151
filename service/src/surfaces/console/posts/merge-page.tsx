import { POST_NUMBER_DIGITS, type Post, SearchWords } from '../../../domain/posts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import type { MergePlan } from './merge-plan.ts'
import { postPath, StatusDot } from './pieces.tsx'

interface MergeProps {
  readonly view: ProjectView
  readonly post: Post
  readonly candidates: readonly Post[]
  readonly q: string | undefined
  readonly into: string | undefined
  readonly plan: MergePlan | undefined
}

/** First choose the other post, then see the result, then merge. */
export function MergePage({ view, post, candidates, q, into, plan }: MergeProps) {
  const path = postPath(view, post)
  return (
    <ProjectPage
      view={view}
      title={view.words.say('posts_merge_title')}
      section="/posts"
      guide="posts"
      lead={<Sentence view={view} of="posts_merge_lead" with={{ link: <a href={path}>{post.title}</a> }} />}
    >
      {plan && (
        <>
          <Outcome view={view} plan={plan} />
          <Form view={view} action={`${path}/merge`} class="row tight">
            <input type="hidden" name="into" value={plan.target.number} />
            <button class="button main" type="submit">
              {view.words.say('posts_merge_yes', { title: plan.target.title })}
            </button>
            <a class="button" href={`${path}/merge`}>
              {view.words.say('posts_merge_another')}
            </a>
          </Form>
        </>
      )}
      {!plan && <Choose view={view} path={path} candidates={candidates} q={q} into={into} />}
    </ProjectPage>
  )
}

function Choose({ path, candidates, q, into, view }: Omit<MergeProps, 'post' | 'plan'> & { path: string }) {
  return (
    <>
      <div class="post-choose">
        <form method="get" action={`${path}/merge`} class="row end" aria-label={view.words.say('posts_merge_other')}>
          <Field
            name="q"
            label={view.words.say('posts_merge_search')}
            type="search"
            value={q}
            {...limitsOf(SearchWords)}
          />
          <button class="button" type="submit">
            {view.words.say('posts_search')}
          </button>
        </form>
        <form method="get" action={`${path}/merge`} class="row end">
          <Field
            name="into"
            label={view.words.say('posts_merge_number')}
            value={into}
            maxlength={POST_NUMBER_DIGITS + 1}
          />
          <button class="button" type="submit">
            {view.words.say('posts_merge_preview')}
          </button>
        </form>
      </div>
      <h2>{q === undefined ? view.words.say('posts_similar') : view.words.say('posts_found')}</h2>
      {candidates.length === 0 && (
        <p class="soft">{q === undefined ? view.words.say('posts_no_similar') : view.words.say('posts_no_found')}</p>
      )}
      <ul class="rows">
        {candidates.map((candidate) => (
          <li>
            <div>
              <a href={postPath(view, candidate)}>{candidate.title}</a>
              <p class="facts">
                <span>#{candidate.number}</span>
                <span>{view.words.say('shared_votes', { n: candidate.voteCount })}</span>
                <StatusDot status={candidate.status} />
              </p>
            </div>
            <a
              class="button"
              href={`${path}/merge?into=${candidate.number}`}
              aria-label={view.words.say('posts_choose_label', { title: candidate.title })}
            >
              {view.words.say('posts_choose')}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The numbers of the other post after the merge, the people it already has, and what visitors will see. */
export function Outcome({ view, plan: { target, sources, outcome } }: { view: ProjectView; plan: MergePlan }) {
  const rows = [
    [view.words.say('posts_votes'), outcome.votes],
    [view.words.say('posts_followers'), outcome.followers],
    [view.words.say('posts_comments'), outcome.comments],
  ] as const
  return (
    <section class="card good outcome" aria-labelledby="outcome">
      <h2 id="outcome">{view.words.say('posts_after_merging')}</h2>
      <p>
        <Sentence
          view={view}
          of="posts_merge_target"
          n={sources.length}
          with={{ link: <a href={postPath(view, target)}>{target.title}</a> }}
        />
      </p>
      <section class="scroll" tabindex={0} aria-label={view.words.say('posts_merge_counts')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{view.words.say('posts_count')}</th>
              <th scope="col" class="number">
                {view.words.say('posts_now')}
              </th>
              <th scope="col" class="number">
                {view.words.say('posts_after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, { before, after }]) => (
              <tr>
                <th scope="row">{name}</th>
                <td class="number">{view.words.number(before)}</td>
                <td class="number">
                  <b>{view.words.number(after)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul class="dots">
        <li>{view.words.say('posts_count_once', { shared: sharedText(view, outcome.votes.shared) })}</li>
        <li>{view.words.say('posts_merge_redirect', { n: sources.length })}</li>
        <li>{view.words.say('posts_merge_undo')}</li>
      </ul>
    </section>
  )
}

function sharedText({ words }: ProjectView, n: number): string {
  return n === 0 ? words.say('posts_shared_none') : words.say('posts_shared', { n })
}
