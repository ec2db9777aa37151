import { flagNotices } from '../post-flags.ts'

export const postsNotices = {
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
}
