import { ProjectMark } from './pieces.tsx'
import type { View } from './view.ts'

/** Opened by actions that need a signed-in visitor; without script the link leads to a page with the same content. */
export function SignInSheet({ view }: { view: View }) {
  if (view.visitorName !== undefined) return null
  const { words, project } = view
  return (
    <dialog id="sheet" class="sheet" aria-labelledby="sheet-title">
      <ProjectMark view={view} isLarge />
      <h2 id="sheet-title">{words.say('sheet_title')}</h2>
      <p
        id="sheet-why"
        data-vote={words.say('sheet_vote')}
        data-follow={words.say('sheet_follow')}
        data-comment={words.say('sheet_comment')}
        data-post={words.say('sheet_post')}
      />
      <SignInForm view={view} returnTo={view.path} intent="" />
      <p class="soft">{words.say('sheet_lead', { project: project.name })}</p>
      <form method="dialog">
        <button class="link" type="submit">
          {words.say('cancel')}
        </button>
      </form>
    </dialog>
  )
}

export function SignInForm({ view, returnTo, intent }: { view: View; returnTo: string; intent: string }) {
  const { words, project } = view
  if (project.signInUrl === undefined)
    return <p class="notice fault">{words.say('no_sign_in_url', { project: project.name })}</p>
  return (
    <form method="post" action="/sso/start" class="continue">
      <input type="hidden" name="return_to" value={returnTo} />
      <input type="hidden" name="intent" value={intent} />
      <button class="button main large" type="submit">
        {words.say('continue_with', { project: project.name })}
      </button>
    </form>
  )
}
