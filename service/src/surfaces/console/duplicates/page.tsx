import { Empty } from '../../../../../ui/components.tsx'
import type { Common, Duplicate } from '../../../domain/duplicates/index.ts'
import type { Post } from '../../../domain/posts/index.ts'
import { AuthorLink, PostBadges, Prose, postPath, StatusDot } from '../posts/pieces.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Form, upTo99 } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { Marked } from './marked.tsx'
import { nameOfPair } from './name.ts'

interface PageProps {
  readonly view: ProjectView
  readonly pair: (Duplicate & { readonly common: Common }) | undefined
  /** Whether the other post stays than the one that is suggested. */
  readonly isSwapped: boolean
  /** Undefined: there is no other pair. */
  readonly skipTo: Duplicate | undefined
  readonly count: number
}

export function DuplicatesPage(props: PageProps) {
  const { view, pair, count } = props
  const { words } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('duplicates_title')}
      section=""
      guide="duplicates"
      isWide
      scripts={view.isReadOnly ? [] : ['duplicates.js']}
      {...(pair && { lead: words.say('duplicates_lead', { count: upTo99(view, count) }) })}
      actions={
        <a class="button" href={view.base}>
          {words.say('today_all')}
        </a>
      }
    >
      {pair ? (
        <PairOf {...props} pair={pair} />
      ) : (
        <Empty title={words.say('duplicates_empty_title')}>{words.say('duplicates_empty')}</Empty>
      )}
    </ProjectPage>
  )
}

function PairOf({ view, pair, isSwapped, skipTo }: PageProps & { pair: NonNullable<PageProps['pair']> }) {
  const { words } = view
  const [ofPost, ofInto] = pair.common.words
  const [goes, stays] = isSwapped ? [pair.into, pair.post] : [pair.post, pair.into]
  const [inGoing, inStaying] = isSwapped ? [ofInto, ofPost] : [ofPost, ofInto]
  const here = `${view.base}/duplicates?pair=${nameOfPair(pair)}`
  return (
    <section class="pair" aria-label={words.say('duplicates_pair')}>
      <p class="facts">
        <span>{words.say('duplicates_alike', { n: pair.score })}</span>
        {pair.common.voters > 0 && <span>{words.say('duplicates_voters', { n: pair.common.voters })}</span>}
      </p>
      <div class="pair-sides">
        <Side view={view} post={goes} role={words.say('duplicates_goes')} shared={inGoing} />
        <Side view={view} post={stays} role={words.say('duplicates_stays')} shared={inStaying} />
      </div>
      {goes.category.id !== stays.category.id && (
        <p class="card warn">
          {words.say('duplicates_categories', { from: goes.category.name, to: stays.category.name })}
        </p>
      )}
      <Actions
        view={view}
        goes={goes}
        stays={stays}
        skipTo={skipTo}
        swapTo={`${here}${isSwapped ? '' : `&stays=${goes.id}`}`}
      />
    </section>
  )
}

interface SideProps {
  readonly view: ProjectView
  readonly post: Post
  readonly role: string
  readonly shared: readonly string[]
}

function Side({ view, post, role, shared }: SideProps) {
  const { words } = view
  return (
    <article class="card pair-side">
      <p class="label">{role}</p>
      <h2 dir="auto">
        <a href={postPath(view, post)}>
          <Marked text={post.title} words={shared} />
        </a>
      </h2>
      <p class="facts">
        <span>#{post.number}</span>
        <span>{words.say('shared_votes', { n: post.voteCount })}</span>
        <StatusDot status={post.status} />
        <AuthorLink view={view} author={post.author} />
        <Ago at={post.createdAt} now={view.now} />
        <PostBadges view={view} post={post} />
      </p>
      <Prose view={view} html={post.bodyHtml} />
    </article>
  )
}

interface ActionsProps {
  readonly view: ProjectView
  readonly goes: Post
  readonly stays: Post
  readonly skipTo: Duplicate | undefined
  readonly swapTo: string
}

/** Each button shows its key. Somebody who may only read can go on to the next pair. */
function Actions({ view, goes, stays, skipTo, swapTo }: ActionsProps) {
  const { words } = view
  const next = skipTo ? nameOfPair(skipTo) : ''
  const members = { post: goes.id, into: stays.id, next }
  const inputs = Object.entries(members).map(([name, value]) => <input type="hidden" name={name} value={value} />)
  return (
    <div class="row tight pair-actions">
      {!view.isReadOnly && (
        <>
          <Form view={view} action={`${view.base}/duplicates/merge`}>
            {inputs}
            <button class="button main" type="submit" data-key="m" data-command>
              {words.say('duplicates_merge')} <kbd>m</kbd>
            </button>
          </Form>
          <Form view={view} action={`${view.base}/duplicates/dismiss`}>
            {inputs}
            <button class="button" type="submit" data-key="d" data-command>
              {words.say('duplicates_dismiss')} <kbd>d</kbd>
            </button>
          </Form>
          <a class="button" href={swapTo} data-key="s">
            {words.say('duplicates_swap')} <kbd>s</kbd>
          </a>
        </>
      )}
      {skipTo && (
        <a class="button" href={`${view.base}/duplicates?pair=${next}`} data-key="j">
          {words.say('duplicates_skip')} {!view.isReadOnly && <kbd>j</kbd>}
        </a>
      )}
    </div>
  )
}
