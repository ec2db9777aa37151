import type { Outlook } from '../../../domain/privacy/index.ts'
import type { User } from '../../../domain/users/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { ConfirmFirst, Field, Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { nameOf } from './list-page.tsx'

interface EraseProps {
  readonly view: ProjectView
  readonly user: User
  readonly outlook: Outlook
  readonly isConfirmed: boolean
  readonly hasFault: boolean
}

export function ErasePage({ view, user, outlook, isConfirmed, hasFault }: EraseProps) {
  const name = nameOf(user)
  const path = `${view.base}/users/${user.id}`
  return (
    <ProjectPage
      view={view}
      title={`Erase ${name}`}
      section="/users"
      lead="For people who ask for their data to be erased. This cannot be undone."
    >
      <div class="halves">
        <section class="card top bad">
          <h2>This goes</h2>
          <ul class="marked">
            <li>Everything that identifies them: your user id, name, e-mail address, language and traits</li>
            <li>All of their sessions; tokens issued until now are refused</li>
            <Line count={outlook.follows} one="follow" many="follows" />
            <Line count={outlook.unseenPosts} one="post" many="posts" after="that visitors cannot read" />
            <Line count={outlook.unseenComments} one="comment" many="comments" after="that visitors cannot read" />
            <li>Earlier versions of their posts, and the reasons of their reports</li>
          </ul>
        </section>
        <section class="card top">
          <h2>This stays</h2>
          <ul class="marked">
            <Line count={outlook.posts} one="public post" many="public posts" after="by a “deleted user”" />
            <Line count={outlook.comments} one="public comment" many="public comments" after="by a “deleted user”" />
            <Line count={outlook.votes} one="vote" many="votes" after="(no number on the board changes)" />
          </ul>
          <p class="soft">
            If they sign in again later, they are a new user. Delete single posts first, if you need to.
          </p>
        </section>
      </div>
      {isConfirmed ? (
        <Form view={view} action={`${path}/erase`} class="card bad">
          <Field
            name="confirmation"
            label={`Type “${name}” to confirm`}
            hint={
              <>
                Or their id, <code>{user.id}</code>
              </>
            }
            required
            maxlength={Math.max(name.length, user.id.length)}
            autocomplete="off"
            {...(hasFault && { fault: 'This is not the name.' })}
          />
          <div class="row">
            <button class="button danger" type="submit">
              Erase for good
            </button>
            <a class="button" href={path}>
              Keep
            </a>
          </div>
        </Form>
      ) : (
        <ConfirmFirst view={view} what="Erasing somebody" />
      )}
    </ProjectPage>
  )
}

function Line(props: { count: number; one: string; many: string; after?: string }) {
  const { count, one, many, after } = props
  return (
    <li>
      <b>{count.toLocaleString('en')}</b> {count === 1 ? one : many}
      {after && ` ${after}`}
    </li>
  )
}
