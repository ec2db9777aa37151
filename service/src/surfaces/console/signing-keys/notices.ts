export const keysNotices = {
  key_added: 'The public key is registered. Deploy its private half next.',
  key_retired: 'The key is retiring: it counts for 24 more hours, then it is revoked.',
  key_revoked: 'The key is revoked. Nothing it signed is accepted any more.',
  key_revoked_with_sessions: 'The key is revoked, and everybody whom it signed in is signed out.',
  secret_key_revoked: 'The secret key is revoked. It is refused from the next call on.',
  addresses_saved: 'The addresses are saved.',
  project_made: 'The project is there, and so is its board. Now for its sign-in.',
}
