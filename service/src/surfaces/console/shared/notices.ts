import { flagNotices } from '../posts/flags.ts'
export interface Notice {
  readonly kind: 'done' | 'fault'
  readonly text: string
}

/** What a page says after a form. An address holds the key, never the words. */
const NOTICES = {
  saved: 'Saved.',
  passkey_added: 'The passkey was added. You can use it the next time you sign in.',
  passkey_removed: 'The passkey was removed.',
  role_changed: 'The role was changed. It applies from their next click on.',
  removed: 'They were removed from the project.',
  sessions_ended_here: 'Their sessions in this project have ended. They must confirm who they are to enter again.',
  signed_out_elsewhere: 'You are signed out on every other device.',
  operator_removed: 'They were removed, with their sessions, passkeys, links and roles.',
  operator_signed_out: 'Their sessions and links have ended everywhere.',
  operator_passkeys_ended:
    'Their sessions, links and passkeys have ended everywhere. To let them in again, run npx svc operator link with their address or id.',
  owns_all_taken: 'They do not own everything any more. Their roles in projects stay.',
  invitation_withdrawn: 'The invitation was withdrawn. Its links do not work any more.',
  key_added: 'The public key is registered. Deploy the private key next.',
  key_retired: 'The key is retiring: it is accepted for 24 more hours, then it is revoked.',
  key_revoked: 'The key is revoked. Tokens that it signed are no longer accepted.',
  key_revoked_with_sessions: 'The key is revoked, and everybody who signed in with it is signed out.',
  secret_key_revoked: 'The secret key is revoked. Its next call is refused.',
  addresses_saved: 'The addresses are saved.',
  project_made: 'The project and its board are ready. Next, set up the sign-in.',
  item_seen: 'Marked as seen. It left the inbox and stays on the board.',
  item_approved: 'Approved. Everybody can see it now.',
  item_dismissed: 'The reports were dismissed. It stays on the board.',
  item_rejected: 'Rejected. Only the author and the team can see it.',
  status_set: 'The status was changed.',
  answered: 'The status was changed, and your answer is on the board.',
  post_written: 'The post is on the board.',
  post_saved: 'Saved.',
  post_deleted: 'The post was deleted.',
  ...flagNotices,
  tags_saved: 'The tags were changed.',
  answer_written: 'Your answer is on the board.',
  note_written: 'The note was added. Only the team can see it.',
  comment_saved: 'The comment was changed.',
  comment_deleted: 'The comment was deleted.',
  posts_merged: 'Merged. Visitors who open the merged post are redirected here. You can undo the merge on its page.',
  post_unmerged: 'The merge was undone. Both posts are separate again.',
  user_banned: 'They are banned. Their sessions have ended.',
  user_unbanned: 'The ban is lifted. They can sign in again.',
  user_erased: 'The user was erased.',
  sessions_ended: 'All of their sessions have ended.',
  post_moved: 'The post was moved.',
  entry_scheduled: 'Saved. It becomes public by itself.',
  entry_published: 'It is public now.',
  entry_withdrawn: 'It is a draft again. Visitors no longer see it.',
  entry_deleted: 'The entry was deleted.',
  status_added: 'The status was added.',
  status_deleted: 'The status was deleted.',
  order_changed: 'The order was changed.',
  tag_added: 'The tag was added.',
  tag_deleted: 'The tag was deleted.',
  logo_saved: 'The logo is on the board.',
  logo_removed: 'The logo was removed.',
  domain_verified: 'The domain is proven. The board is available there within a second.',
  domain_claimed: 'You have seven more days to prove the domain.',
  settings_saved: 'Saved. Changes go live within a second.',
} as const

export type Done = keyof typeof NOTICES

/** The address of a page that says what was done. */
export function withNotice(path: string, done: Done): string {
  const [page = '', fragment] = path.split('#', 2)
  const address = `${page}${page.includes('?') ? '&' : '?'}done=${done}`
  return fragment === undefined ? address : `${address}#${fragment}`
}

/** What such an address says; one that somebody edited says nothing. */
export function noticeIn(done: string | undefined): Notice | undefined {
  return isDone(done) ? { kind: 'done', text: NOTICES[done] } : undefined
}

function isDone(done: string | undefined): done is Done {
  return done !== undefined && Object.hasOwn(NOTICES, done)
}
