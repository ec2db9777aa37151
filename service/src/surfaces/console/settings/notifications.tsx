import { FREQUENCIES } from '../../../domain/call/index.ts'
import { Check, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

/** What people are told who chose nothing themselves. A form of its own, since it concerns them and not the board. */
export function NotificationDefaults({ view, sendsMail }: { view: ProjectView; sendsMail: boolean }) {
  const { words, project } = view
  const { email, frequency, ...kinds } = project.notificationDefaults
  return (
    <Form view={view} action={`${view.base}/settings/notifications`} class="settings" id="notifications">
      <section class="part">
        <h2>{words.say('settings_told')}</h2>
        <p class="soft">{words.say('settings_told_why')}</p>
        <input type="hidden" name="version" value={project.version} />
        <Check
          name="status_changes"
          isOn={kinds.statusChanges}
          label={words.say('settings_told_status_changes')}
          hint={words.say('settings_told_status_changes_does')}
        />
        <Check
          name="comments"
          isOn={kinds.comments}
          label={words.say('settings_told_comments')}
          hint={words.say('settings_told_comments_does')}
        />
        <Check
          name="changelog"
          isOn={kinds.changelog}
          label={words.say('settings_told_changelog')}
          hint={words.say('settings_told_changelog_does')}
        />
        {sendsMail ? (
          <>
            <Check
              name="email"
              isOn={email}
              label={words.say('settings_told_email')}
              hint={words.say('settings_told_email_does')}
            />
            <Select
              name="frequency"
              label={words.say('settings_told_frequency')}
              options={FREQUENCIES.map((one) => [one, words.say(`settings_told_${one}`)] as const)}
              value={frequency}
            />
          </>
        ) : (
          <p class="soft">{words.say('settings_told_no_mail')}</p>
        )}
        <div>
          <button class="button" type="submit">
            {words.say('settings_told_save')}
          </button>
        </div>
      </section>
    </Form>
  )
}
