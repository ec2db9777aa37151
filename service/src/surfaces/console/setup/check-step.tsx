import { InlineCode } from '../shared/inline-code.tsx'
import { Ago } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { type SetupProps, stepPath } from './pieces.tsx'
import { brokenIn, isRefused, type News } from './progress.ts'

export function CheckStep({ view, progress, boardOrigin }: SetupProps) {
  const canSignIn = view.project.signInUrl !== undefined
  return (
    <>
      <h2>Try it</h2>
      <p>
        {canSignIn ? 'Sign in on the board as one of your users.' : 'Sign in from your app as one of your users.'} This
        page shows within seconds whether the token is accepted.
      </p>
      {canSignIn ? (
        <p>
          <a class="button main" href={`${boardOrigin}/sign-in`} target="_blank" rel="noopener">
            Sign in on the board
          </a>
        </p>
      ) : (
        <p class="notice">
          {progress.done.check && !isRefused(progress.news)
            ? 'Sign-in from your app works. For the board, '
            : 'Nobody can sign in on the board yet: '}
          <a href={stepPath(view, 'addresses')}>add your sign-in URL</a>.
        </p>
      )}
      <LiveCheck view={view} news={progress.news} worked={progress.done.check} boardOrigin={boardOrigin} />
    </>
  )
}

interface LiveCheckProps {
  readonly view: ProjectView
  readonly news: News
  /** Whether any token was ever accepted. */
  readonly worked: boolean
  readonly boardOrigin: string
}

/** What became of the last token, in one of three words; the script goes on from here. */
function LiveCheck({ view, news, worked, boardOrigin }: LiveCheckProps) {
  const { acceptedAt, refused } = news
  const wasRefused = isRefused(news)
  const isAccepted = !wasRefused && acceptedAt !== undefined
  return (
    <div
      class={`card live${isAccepted ? ' good' : wasRefused ? ' bad' : ''}`}
      data-live-check={`${view.base}/setup/check`}
      data-since={view.now.toISOString()}
      role="status"
    >
      <div data-when="waiting" hidden={isAccepted || wasRefused}>
        <h3>
          <span class="pulse" aria-hidden="true" /> Waiting for a token
        </h3>
        {worked && <p>Your tokens were accepted before.</p>}
        <p class="soft">
          {view.project.signInUrl === undefined
            ? 'Nothing arrives? Then your app did not send a token to the API.'
            : 'Nothing arrives? Then your app did not send the visitor back to the board’s /sso/callback with a token.'}
        </p>
      </div>
      <div data-when="accepted" hidden={!isAccepted}>
        <h3>A token was accepted</h3>
        <p>
          Sign-in works
          <span data-ago>
            {acceptedAt && (
              <>
                {' '}
                (<Ago at={acceptedAt} now={view.now} />)
              </>
            )}
          </span>
          . {view.project.signInUrl !== undefined && 'You are done. '}Next:{' '}
          <a href={`${view.base}/people`}>invite your team</a>,{' '}
          <a href={`${view.base}/settings`}>make the board yours</a>, or <a href={boardOrigin}>open it</a>.
        </p>
      </div>
      <div data-when="refused" hidden={!wasRefused}>
        <h3>A token was refused</h3>
        <p>
          <b data-title>{refused?.title}</b> <code data-code>{refused?.code}</code>
        </p>
        <p data-broken hidden={!refused?.broken}>
          {refused?.broken && brokenIn(refused.broken)}
        </p>
        <p data-remedy>
          <InlineCode text={refused?.remedy ?? ''} />
        </p>
        <p class="soft">
          It named the key <code data-kid>{refused ? (refused.kid ?? 'none') : ''}</code> and was meant for the{' '}
          <span data-audience>{refused?.audience}</span>. To see every rule,{' '}
          <a href={`${view.base}/sign-ins#check`}>check a token</a>.
        </p>
      </div>
      <p data-reload>
        <a class="button" href={stepPath(view, 'check')}>
          Look again
        </a>
      </p>
    </div>
  )
}
