import { consoleWords as words } from '../../../../../ui/words/console/words.ts'
import type { OperatorMailKind, TeamMailChoice } from '../../../domain/team-mails/index.ts'
import type { View } from '../shared/view.ts'
import { MailPage } from './page.tsx'

interface TeamMailProps {
  readonly view: View
  readonly choice: TeamMailChoice<OperatorMailKind>
  readonly link: string
}

/** What the link would stop. */
export function StopTeamPage({ view, choice, link }: TeamMailProps) {
  const project = view.project.name
  return (
    <MailPage view={view} title={words.say(`team_mails_ask_${choice.kind}`, { project })} settings={settingsOf(view)}>
      <p class="lead">{words.say('team_mails_ask_lead')}</p>
      <form method="post" action={`/mail/team/${link}`}>
        <button class="button main large" type="submit">
          {words.say('team_mails_yes')}
        </button>
      </form>
    </MailPage>
  )
}

/** What was done, and how to undo it. */
export function StoppedTeamPage({ view, choice: { kind, isOn }, link }: TeamMailProps) {
  const project = view.project.name
  return (
    <MailPage view={view} title={words.say(isOn ? 'team_mails_on' : 'team_mails_off')} settings={settingsOf(view)}>
      {!isOn && <p class="lead">{words.say(`team_mails_off_${kind}`, { project })}</p>}
      <form method="post" action={isOn ? `/mail/team/${link}` : `/mail/team/${link}/again`}>
        <button class="button" type="submit">
          {words.say(isOn ? 'team_mails_yes' : 'team_mails_undo')}
        </button>
      </form>
    </MailPage>
  )
}

/** In the console, where they sign in. */
function settingsOf({ call, project }: View) {
  return {
    text: words.say('team_mails_settings'),
    url: `${call.places.apiOrigin}/console/${project.slug}/my-mail`,
  }
}
