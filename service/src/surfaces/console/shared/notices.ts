import { flagNotices } from '../posts/flags.ts'
export interface Notice {
  readonly kind: 'done' | 'fault'
  readonly text: string
}

/** What a page says after a form. An address holds the key, never the words. */
const NOTICES = {
  saved: 'Saved.',
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
  key_added: 'The public key is registered. Deploy its private half next.',
  key_retired: 'The key is retiring: it counts for 24 more hours, then it is revoked.',
  key_revoked: 'The key is revoked. Nothing it signed is accepted any more.',
  key_revoked_with_sessions: 'The key is revoked, and everybody whom it signed in is signed out.',
  secret_key_revoked: 'The secret key is revoked. It is refused from the next call on.',
  addresses_saved: 'The addresses are saved.',
  project_made: 'The project is there, and so is its board. Now for its sign-in.',
  item_seen: 'Seen. It is out of the inbox and stays on the board.',
  item_approved: 'Approved. Everybody can see it now.',
  item_dismissed: 'The reports were dismissed. It stays on the board.',
  item_rejected: 'Rejected. Nobody but its author and the team can see it.',
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
  posts_merged: 'Merged. Whoever opens the merged post is led here; the merge can be undone on its page.',
  post_unmerged: 'The merge was undone. Both posts are on their own again.',
  user_banned: 'They are banned. Their sessions have ended.',
  user_unbanned: 'The ban is lifted. They can sign in again.',
  user_erased: 'All that said who this was is gone.',
  sessions_ended: 'All of their sessions have ended.',
  post_moved: 'The post was moved.',
  entry_scheduled: 'Saved. It becomes public by itself.',
  entry_published: 'It is public now.',
  entry_withdrawn: 'It is a draft again. Visitors do not see it any more.',
  entry_deleted: 'The entry was deleted.',
  status_added: 'The status was added.',
  status_deleted: 'The status was deleted.',
  order_changed: 'The order was changed.',
  tag_added: 'The tag was added.',
  tag_deleted: 'The tag was deleted.',
  logo_saved: 'The logo is on the board.',
  logo_removed: 'The logo was removed.',
  domain_verified: 'The domain is proven. The board is there within a second.',
  domain_claimed: 'Seven more days to prove the domain.',
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
