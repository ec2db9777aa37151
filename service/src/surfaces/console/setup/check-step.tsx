import { InlineCode } from '../shared/inline-code.tsx'
import { Ago } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'
import { type SetupProps, stepPath } from './pieces.tsx'
import { brokenIn, isRefused, type News } from './progress.ts'

export function CheckStep({ view, progress }: SetupProps) {
  const canSignIn = view.project.signInUrl !== undefined
  return (
    <>
      <h2>{view.words.say('setup_check_title')}</h2>
      <p>{view.words.say(canSignIn ? 'setup_check_why_board' : 'setup_check_why_app')}</p>
      {canSignIn ? (
        <p>
          <a class="button main" href={`${view.boardOrigin}/sign-in`} target="_blank" rel="noopener">
            {view.words.say('setup_check_sign_in')}
          </a>
        </p>
      ) : (
        <p class="notice">
          <Sentence
            view={view}
            of={progress.done.check && !isRefused(progress.news) ? 'setup_check_add_url_too' : 'setup_check_add_url'}
            with={{ link: (text) => <a href={stepPath(view, 'addresses')}>{text}</a> }}
          />
        </p>
      )}
      <LiveCheck view={view} news={progress.news} worked={progress.done.check} />
    </>
  )
}

interface LiveCheckProps {
  readonly view: ProjectView
  readonly news: News
  /** Whether any token was ever accepted. */
  readonly worked: boolean
}

/** The result of the last token: none yet, accepted or refused. The script updates it. */
function LiveCheck({ view, news, worked }: LiveCheckProps) {
  const { acceptedAt, refused } = news
  const wasRefused = isRefused(news)
  const isAccepted = !wasRefused && acceptedAt !== undefined
  return (
    <div
      class={`card live${isAccepted ? ' good' : wasRefused ? ' bad' : ''}`}
      data-live-check={`${view.base}/setup/check`}
      data-since={view.now.toISOString()}
      data-no-kid={view.words.say('setup_check_no_kid')}
      data-just-now={view.words.say('setup_check_just_now')}
      role="status"
    >
      <div data-when="waiting" hidden={isAccepted || wasRefused}>
        <h3>
          <span class="pulse" aria-hidden="true" /> {view.words.say('setup_check_waiting')}
        </h3>
        {worked && <p>{view.words.say('setup_check_worked')}</p>}
        <p class="soft">
          {view.project.signInUrl === undefined
            ? view.words.say('setup_check_nothing_app')
            : view.words.say('setup_check_nothing_board')}
        </p>
      </div>
      <div data-when="accepted" hidden={!isAccepted}>
        <h3>{view.words.say('setup_check_accepted')}</h3>
        <p>
          <Sentence
            view={view}
            of={view.project.signInUrl === undefined ? 'setup_check_works' : 'setup_check_works_done'}
            with={{
              ago: <AcceptedAgo view={view} acceptedAt={acceptedAt} />,
              people: (text) => <a href={`${view.base}/people`}>{text}</a>,
              settings: (text) => <a href={`${view.base}/settings`}>{text}</a>,
              board: (text) => <a href={view.boardOrigin}>{text}</a>,
            }}
          />
        </p>
      </div>
      <div data-when="refused" hidden={!wasRefused}>
        <h3>{view.words.say('setup_check_refused')}</h3>
        <p>
          <b data-title>{refused?.title}</b> <code data-code>{refused?.code}</code>
        </p>
        <p data-broken hidden={!refused?.broken}>
          {refused?.broken && brokenIn(view.words, refused.broken)}
        </p>
        <p data-remedy>
          <InlineCode text={refused?.remedy ?? ''} />
        </p>
        <p class="soft">
          <Sentence
            view={view}
            of="setup_check_named"
            with={{
              kid: <code data-kid>{refused ? (refused.kid ?? view.words.say('setup_check_no_kid')) : ''}</code>,
              audience: <span data-audience>{refused?.audience}</span>,
              link: (text) => <a href={`${view.base}/sign-ins#check`}>{text}</a>,
            }}
          />
        </p>
      </div>
      <p data-reload>
        <a class="button" href={stepPath(view, 'check')}>
          {view.words.say('setup_check_again')}
        </a>
      </p>
    </div>
  )
}

/** The script writes it too, when a token arrives. */
function AcceptedAgo({ view, acceptedAt }: { view: ProjectView; acceptedAt: Date | undefined }) {
  return (
    <span data-ago>
      {acceptedAt && (
        <Sentence view={view} of="setup_check_ago" with={{ time: <Ago at={acceptedAt} now={view.now} /> }} />
      )}
    </span>
  )
}
