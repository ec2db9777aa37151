import type { OwnTeamMails } from '../../../domain/team-mails/index.ts'
import { MailTabs } from '../mail/page.tsx'
import { ProjectPage } from '../shared/layout.tsx'
import { Check, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'

interface MyMailProps extends OwnTeamMails {
  readonly view: ProjectView
  readonly sendsMail: boolean
}

/** What the operator gets by mail from this project. */
export function MyMailPage({ view, choices, barrier, sendsMail }: MyMailProps) {
  const { words, project, operator } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('team_mails_title')}
      section="/mail"
      guide="teamMail"
      lead={words.say('team_mails_lead', { project: project.name, email: operator.email })}
    >
      <MailTabs view={view} current="mine" />
      {!sendsMail && <p class="card warn">{words.say('team_mails_mail_off')}</p>}
      {barrier && (
        <p class="card warn">
          <Sentence view={view} of={`team_mails_${barrier}`} with={{ email: operator.email }} />
        </p>
      )}
      <Form view={{ ...view, isReadOnly: false }} action={`${view.base}/my-mail`} class="settings">
        <section class="part">
          {choices.map(({ kind, isOn }) => (
            <Check
              name="kinds"
              value={kind}
              isOn={isOn}
              label={words.say(`team_mails_kind_${kind}`)}
              hint={words.say(`team_mails_kind_${kind}_does`, { zone: project.timeZone.replaceAll('_', ' ') })}
            />
          ))}
          <div>
            <button class="button main" type="submit">
              {words.say('shared_save')}
            </button>
          </div>
        </section>
      </Form>
    </ProjectPage>
  )
}
