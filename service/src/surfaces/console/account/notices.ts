export const accountNotices = {
  saved: 'Saved.',
  entered: 'Welcome.',
  confirmed: 'Thank you. For 15 minutes nobody will ask again.',
  passkey_added: 'The passkey was added. Next time it opens the console.',
  passkey_removed: 'The passkey was removed.',
  role_changed: 'The role was changed. It holds from their next click.',
  removed: 'They are out of the project.',
  sessions_ended_here: 'Their sessions in this project have ended. They have to show again who they are.',
  signed_out_elsewhere: 'You are signed out on every other device.',
  operator_removed: 'They are removed: their sessions, passkeys, links and roles are gone.',
  operator_signed_out: 'Their sessions and links have ended everywhere.',
  operator_passkeys_ended:
    'Their sessions, links and passkeys have ended everywhere. To let them in again, run npx svc operator link with their address or id.',
  owns_all_taken: 'They do not own everything any more. Their roles in projects stay.',
  invitation_withdrawn: 'The invitation was withdrawn. Its links do not work any more.',
}
