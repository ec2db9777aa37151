import { mailWordsIn } from '../../../../../ui/words/mails/words.ts'
import { FREQUENCIES } from '../../../domain/call/index.ts'
import type { MailBarrier } from '../../../domain/mails/index.ts'
import { snakeCase } from '../../../domain/members.ts'
import { NEWS_KINDS } from '../../../domain/notification-types.ts'
import { notificationsOf, type SignedInUser } from '../../../domain/users/index.ts'
import { Page } from '../shared/layout.tsx'
import { NameChoices } from '../shared/name-choices.tsx'
import type { View } from '../shared/view.ts'
import { OwnTabs } from './own-lists.tsx'

interface MeProps {
  readonly view: View
  readonly user: SignedInUser
  /** Why they get no mail, whatever they choose. */
  readonly barrier: MailBarrier | undefined
}

export function MePage({ view, user, barrier }: MeProps) {
  const { words } = view
  return (
    <Page view={view} facts={{ title: words.say('me_title'), current: 'me', isIndexed: false }}>
      <div class="narrow">
        <h1>{words.say('me_title')}</h1>
        <OwnTabs view={view} current={undefined} />
        <form class="part" method="post" action="/me">
          <Name view={view} user={user} />
          <ToldAbout view={view} user={user} />
          {view.sendsMail && (barrier ? <NoMail view={view} barrier={barrier} /> : <ByMail view={view} user={user} />)}
          <p>
            <button class="button main" type="submit">
              {words.say('me_save')}
            </button>
          </p>
        </form>
        <section class="part">
          <h2>{words.say('me_data_title')}</h2>
          <p class="soft">{words.say('me_data_lead')}</p>
          <p>
            <a class="button" href="/me/data.json" download>
              {words.say('me_data_download')}
            </a>
          </p>
        </section>
      </div>
    </Page>
  )
}

/** The notifications, each with an explanation. */
function ToldAbout({ view, user }: { view: View; user: SignedInUser }) {
  const { words, project } = view
  const chosen = notificationsOf(project, user)
  return (
    <fieldset class="choices">
      <legend>
        <h2>{words.say('notifications')}</h2>
        <p class="soft">{words.say('me_told_lead')}</p>
      </legend>
      {NEWS_KINDS.map((kind) => {
        const name = snakeCase(kind)
        return (
          <label class="choice">
            <input type="checkbox" name={name} value="1" checked={chosen[kind]} />
            <span>
              <b>{words.say(`me_told_${name}`)}</b>
              <span class="soft">{words.say(`me_told_${name}_means`)}</span>
            </span>
          </label>
        )
      })}
      <input type="hidden" name="told" value="1" />
    </fieldset>
  )
}

function ByMail({ view, user }: { view: View; user: SignedInUser }) {
  const { words, project } = view
  const { email, frequency } = notificationsOf(project, user)
  return (
    <fieldset class="choices">
      <legend>
        <h2>{words.say('me_mail_title')}</h2>
      </legend>
      <input type="hidden" name="by_mail" value="1" />
      <label class="choice">
        <input type="checkbox" name="mail" value="1" checked={email} />
        <span>{words.say('me_mail_label')}</span>
      </label>
      <p>{words.say('me_frequency')}</p>
      {FREQUENCIES.map((each) => (
        <label class="choice">
          <input type="radio" name="frequency" value={each} checked={frequency === each} />
          <span>
            <b>{words.say(`me_frequency_${each}`)}</b>
            <span class="soft">{words.say(`me_frequency_${each}_means`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** No choice is offered that would change nothing. */
function NoMail({ view, barrier }: { view: View; barrier: MailBarrier }) {
  const { language } = view.words
  const why = barrier === 'suppressed' ? 'mails_barrier_suppressed' : 'mails_barrier_address'
  return (
    <section>
      <h2>{view.words.say('me_mail_title')}</h2>
      <p class="soft">{mailWordsIn(language).say(why, { project: view.project.name })}</p>
    </section>
  )
}

function Name({ view, user }: { view: View; user: SignedInUser }) {
  const { words } = view
  return (
    <fieldset class="choices" disabled={user.nameLocked}>
      <legend>
        <h2>{words.say('me_name_title')}</h2>
        <p class="soft">{words.say(user.nameLocked ? 'me_name_locked' : 'me_name_lead')}</p>
      </legend>
      <NameChoices view={view} user={user} />
    </fieldset>
  )
}
