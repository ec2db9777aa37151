import { Empty } from '../../../../../ui/components.tsx'
import type { SkipReason } from '../../../domain/mails/index.ts'
import type { OutgoingMail } from '../../../foundation/mail/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import type { ProjectView } from '../shared/view.ts'
import { MailTabs, readerOf, reasonKey, type ShownMail, StateOf } from './page.tsx'

/** The mail runs nothing; its links open beside it. */
export const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

interface PreviewProps {
  readonly view: ProjectView
  readonly shown: ShownMail
  readonly outgoing?: OutgoingMail
  /** Why there is nothing to show. */
  readonly reason?: SkipReason
}

/** What a mail says. It is made anew, since mails are not kept. */
export function PreviewPage({ view, shown, outgoing, reason }: PreviewProps) {
  const { words, base } = view
  const { mail } = shown
  const name = readerOf(view, shown)
  return (
    <ProjectPage
      view={view}
      title={words.say('mail_preview', { name })}
      section="/mail"
      lead={words.say('mail_preview_lead')}
      actions={
        outgoing && (
          <a class="button" href={`${base}/mail/${mail.id}/html`} target="_blank" rel="noreferrer">
            {words.say('mail_preview_html')}
          </a>
        )
      }
    >
      <MailTabs view={view} current="mails" />
      <div>
        <StateOf view={view} mail={mail} />
      </div>
      {outgoing && (
        <section class="part">
          <h2>
            <span dir="auto">{outgoing.subject}</span>
          </h2>
          <iframe class="letter" title={outgoing.subject} src={`${base}/mail/${mail.id}/html`} sandbox={SANDBOX} />
          <details>
            <summary>{words.say('mail_preview_text')}</summary>
            <pre class="letter" dir="auto">
              {outgoing.text}
            </pre>
          </details>
        </section>
      )}
      {reason && <Empty title={words.say('mail_preview_none')}>{words.say(reasonKey(reason))}</Empty>}
    </ProjectPage>
  )
}
