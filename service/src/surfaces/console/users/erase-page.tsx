import type { Outlook } from '../../../domain/privacy/index.ts'
import type { User } from '../../../domain/users/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { ConfirmFirst, Field, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
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
  const name = nameOf(view.words, user)
  const path = `${view.base}/users/${user.id}`
  return (
    <ProjectPage
      view={view}
      title={view.words.say('users_erase_title', { name })}
      section="/users"
      guide="users"
      lead={view.words.say('users_erase_lead')}
    >
      <div class="halves">
        <section class="card top bad">
          <h2>{view.words.say('users_erase_goes')}</h2>
          <ul class="marked">
            <li>{view.words.say('users_erase_identity')}</li>
            <li>{view.words.say('users_erase_sessions')}</li>
            <li>
              <Sentence view={view} of="users_erase_follows" n={outlook.follows} />
            </li>
            <li>
              <Sentence view={view} of="users_erase_unseen_posts" n={outlook.unseenPosts} />
            </li>
            <li>
              <Sentence view={view} of="users_erase_unseen_comments" n={outlook.unseenComments} />
            </li>
            <li>{view.words.say('users_erase_versions')}</li>
          </ul>
        </section>
        <section class="card top">
          <h2>{view.words.say('users_erase_stays')}</h2>
          <ul class="marked">
            <li>
              <Sentence view={view} of="users_erase_posts" n={outlook.posts} />
            </li>
            <li>
              <Sentence view={view} of="users_erase_comments" n={outlook.comments} />
            </li>
            <li>
              <Sentence view={view} of="users_erase_votes" n={outlook.votes} />
            </li>
          </ul>
          <p class="soft">{view.words.say('users_erase_after')}</p>
        </section>
      </div>
      {isConfirmed ? (
        <Form view={view} action={`${path}/erase`} class="card bad">
          <Field
            name="confirmation"
            label={view.words.say('users_erase_type', { name })}
            hint={<Sentence view={view} of="users_erase_or_id" with={{ code: <code>{user.id}</code> }} />}
            required
            maxlength={Math.max(name.length, user.id.length)}
            autocomplete="off"
            {...(hasFault && { fault: view.words.say('users_erase_wrong') })}
          />
          <div class="row">
            <button class="button danger" type="submit">
              {view.words.say('users_erase_yes')}
            </button>
            <a class="button" href={path}>
              {view.words.say('shared_cancel')}
            </a>
          </div>
        </Form>
      ) : (
        <ConfirmFirst view={view} what={view.words.say('users_erasing')} />
      )}
    </ProjectPage>
  )
}
