import type { SignedInUser } from '../../../domain/users/index.ts'
import { Page } from '../shared/layout.tsx'
import { NameChoices } from '../shared/name-choices.tsx'
import type { View } from '../shared/view.ts'
import { OwnTabs } from './own-lists.tsx'

export function MePage({ view, user }: { view: View; user: SignedInUser }) {
  const { words } = view
  return (
    <Page view={view} facts={{ title: words.say('me_title'), current: 'me', isIndexed: false }}>
      <div class="narrow">
        <h1>{words.say('me_title')}</h1>
        <OwnTabs view={view} current={undefined} />
        <form class="part" method="post" action="/me">
          <Name view={view} user={user} />
          <fieldset class="choices">
            <legend>
              <h2>{words.say('me_mail_title')}</h2>
            </legend>
            <label class="choice">
              <input type="checkbox" name="mail" value="1" checked={user.notifyByEmail} />
              <span>{words.say('me_mail_label')}</span>
            </label>
          </fieldset>
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
