export const accountNotices = {
  saved: 'Saved.',
  entered: 'Welcome.',
  confirmed: 'Thank you. For 15 minutes nobody will ask again.',
  passkey_added: 'The passkey was added. Next time it opens the console.',
  passkey_removed: 'The passkey was removed.',
  role_changed: 'The role was changed. It holds from their next click.',
  removed: 'They are out of the project.',
  invitation_withdrawn: 'The invitation was withdrawn. Its links do not work any more.',
}
