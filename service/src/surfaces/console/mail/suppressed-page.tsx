import { Empty } from '../../../../../ui/components.tsx'
import { type Suppression, SuppressionReason } from '../../../domain/mails/index.ts'
import { EmailAddress } from '../../../domain/texts/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, Field, Form, NextPage } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { MailTabs } from './page.tsx'

export interface TypedSuppression {
  readonly email: string
  readonly reason: string
  readonly faults: Readonly<Record<string, string>>
}

interface SuppressedProps {
  readonly view: ProjectView
  readonly suppressions: readonly Suppression[]
  readonly next: string | undefined
  readonly typed?: TypedSuppression
}

export function SuppressedPage({ view, suppressions, next, typed }: SuppressedProps) {
  const { words } = view
  return (
    <ProjectPage
      view={view}
      title={words.say('mail_title')}
      section="/mail"
      guide="suppressions"
      lead={words.say('mail_suppressed_lead')}
    >
      <MailTabs view={view} current="suppressed" />
      {suppressions.length === 0 ? (
        <Empty title={words.say('mail_suppressed_none')}>{words.say('mail_suppressed_none_why')}</Empty>
      ) : (
        <Suppressions view={view} suppressions={suppressions} />
      )}
      <NextPage view={view} next={next} />
      <section class="part">
        <h2>{words.say('mail_suppress')}</h2>
        <Form view={view} action={`${view.base}/mail/suppressed/add`} class="stack flat">
          <Field
            name="email"
            label={words.say('mail_address')}
            type="email"
            value={typed?.email}
            required
            autocomplete="off"
            {...limitsOf(EmailAddress)}
            {...(typed?.faults.email && { fault: typed.faults.email })}
          />
          <Field
            name="reason"
            label={words.say('mail_reason')}
            value={typed?.reason}
            required
            autocomplete="off"
            {...limitsOf(SuppressionReason)}
            {...(typed?.faults.reason && { fault: typed.faults.reason })}
          />
          <p>
            <button class="button main" type="submit">
              {words.say('mail_suppress_yes')}
            </button>
          </p>
        </Form>
      </section>
    </ProjectPage>
  )
}

function Suppressions({ view, suppressions }: Pick<SuppressedProps, 'view' | 'suppressions'>) {
  const { words } = view
  return (
    <Table
      label={words.say('mail_tab_suppressed')}
      class="log"
      columns={[
        { name: words.say('shared_when'), class: 'when' },
        { name: words.say('mail_address'), class: 'why' },
        { name: words.say('mail_reason'), class: 'why' },
        { name: words.say('mail_actions'), isNameHidden: true },
      ]}
      rows={suppressions.map(({ id, email, reason, createdAt }) => [
        <Ago at={createdAt} now={view.now} />,
        email,
        reason,
        <Form view={view} action={`${view.base}/mail/suppressed/lift`}>
          <input type="hidden" name="id" value={id} />
          <button class="button" type="submit" aria-label={words.say('mail_lift_label', { email })}>
            {words.say('mail_lift')}
          </button>
        </Form>,
      ])}
    />
  )
}
