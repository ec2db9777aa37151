import { POST_NUMBER_DIGITS, type Post, SearchWords } from '../../../domain/posts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Field, Form, quantity } from '../shared/pieces.tsx'
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
      title="Merge a post"
      section="/posts"
      lead={
        <>
          <a href={path}>{post.title}</a> and another post say the same? Merge them, with their votes and comments.
        </>
      }
    >
      {plan && (
        <>
          <Outcome view={view} plan={plan} />
          <Form view={view} action={`${path}/merge`} class="row tight">
            <input type="hidden" name="into" value={plan.target.number} />
            <button class="button main" type="submit">
              Merge into “{plan.target.title}”
            </button>
            <a class="button" href={`${path}/merge`}>
              Choose another post
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
        <form method="get" action={`${path}/merge`} class="row end" aria-label="The other post">
          <Field name="q" label="Search for the other post" type="search" value={q} {...limitsOf(SearchWords)} />
          <button class="button" type="submit">
            Search
          </button>
        </form>
        <form method="get" action={`${path}/merge`} class="row end">
          <Field name="into" label="Or type its number" value={into} maxlength={POST_NUMBER_DIGITS + 1} />
          <button class="button" type="submit">
            Show the outcome
          </button>
        </form>
      </div>
      <h2>{q === undefined ? 'Posts like this one' : 'What was found'}</h2>
      {candidates.length === 0 && (
        <p class="soft">
          {q === undefined
            ? 'There are no similar posts. Search for the other post.'
            : 'No posts found. Try other words.'}
        </p>
      )}
      <ul class="rows">
        {candidates.map((candidate) => (
          <li>
            <div>
              <a href={postPath(view, candidate)}>{candidate.title}</a>
              <p class="facts">
                <span>#{candidate.number}</span>
                <span>{quantity(candidate.voteCount, 'vote')}</span>
                <StatusDot status={candidate.status} />
              </p>
            </div>
            <a
              class="button"
              href={`${path}/merge?into=${candidate.number}`}
              aria-label={`Choose “${candidate.title}”`}
            >
              Choose
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the other post will have, who is in it already, and what visitors will see. */
export function Outcome({ view, plan: { target, sources, outcome } }: { view: ProjectView; plan: MergePlan }) {
  const rows = [
    ['Votes', outcome.votes],
    ['Followers', outcome.followers],
    ['Comments', outcome.comments],
  ] as const
  return (
    <section class="card good outcome" aria-labelledby="outcome">
      <h2 id="outcome">Result of the merge</h2>
      <p>
        <a href={postPath(view, target)}>{target.title}</a> stays and gets what{' '}
        {sources.length === 1 ? 'the other post' : `the ${sources.length} others`} had.
      </p>
      <section class="scroll" tabindex={0} aria-label="Outcome">
        <table>
          <thead>
            <tr>
              <th scope="col">Counted</th>
              <th scope="col" class="number">
                Now
              </th>
              <th scope="col" class="number">
                Afterwards
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, { before, after }]) => (
              <tr>
                <th scope="row">{name}</th>
                <td class="number">{before.toLocaleString('en')}</td>
                <td class="number">
                  <b>{after.toLocaleString('en')}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul class="dots">
        <li>Nobody is counted twice. {sharedText(outcome.votes.shared)}</li>
        <li>
          Visitors who open {sources.length === 1 ? 'the merged post' : 'a merged post'} are redirected to this one,
          also from old links.
        </li>
        <li>It can be undone: the page of a merged post in this console has a button for it.</li>
      </ul>
    </section>
  )
}

function sharedText(shared: number): string {
  if (shared === 0) return 'Nobody voted for more than one of the posts.'
  return shared === 1
    ? 'One person voted for more than one of the posts and counts once.'
    : `${shared.toLocaleString('en')} people voted for more than one of the posts and count once.`
}
