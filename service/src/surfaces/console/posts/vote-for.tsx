import type { Post } from '../../../domain/posts/index.ts'
import { type User, UserSearch } from '../../../domain/users/index.ts'
import { VoteNote } from '../../../domain/votes/index.ts'
import { limitsOf } from '../../pages/index.ts'
import { Field, Form } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { nameOf } from '../users/list-page.tsx'
import { postPath } from './pieces.tsx'

/** The fields of the form, and the users that it may mean. */
export interface VotingFor {
  readonly who: string
  readonly note: string
  /** Several users match, and one has to be chosen. */
  readonly matches: readonly User[]
}

/** A vote for somebody who asked for it elsewhere: in a call, in a ticket, at a fair. */
export function VoteFor({ view, post, voting }: { view: ProjectView; post: Post; voting: VotingFor | undefined }) {
  const { words } = view
  if (!view.may('votes:write') || post.mergedIntoId || post.moderationState !== 'approved') return null
  return (
    <details class="adder" open={voting !== undefined}>
      <summary class="button">{words.say('posts_vote_for')}</summary>
      <Form view={view} action={`${postPath(view, post)}/votes`} class="card form">
        {voting && voting.matches.length > 0 ? (
          <Matches view={view} voting={voting} />
        ) : (
          <Field
            name="who"
            label={words.say('posts_vote_who')}
            value={voting?.who}
            required
            {...limitsOf(UserSearch)}
            hint={words.say('posts_vote_who_hint')}
          />
        )}
        <Field
          name="note"
          label={words.say('posts_vote_note')}
          value={voting?.note}
          {...limitsOf(VoteNote)}
          minlength={0}
          hint={words.say('posts_vote_note_hint')}
        />
        <p class="row">
          <button class="button main" type="submit">
            {words.say('posts_vote_yes')}
          </button>
          {voting && (
            <a class="button" href={`${postPath(view, post)}/votes`}>
              {words.say('shared_cancel')}
            </a>
          )}
        </p>
      </Form>
    </details>
  )
}

function Matches({ view, voting: { who, matches } }: { view: ProjectView; voting: VotingFor }) {
  return (
    <fieldset class="boxes">
      <legend>{view.words.say('posts_vote_which', { who })}</legend>
      <input type="hidden" name="who" value={who} />
      {matches.map((user) => (
        <label class="row tight plain-label">
          <input type="radio" name="user_id" value={user.id} required /> {nameOf(view.words, user)}{' '}
          <span class="soft">{user.email ?? user.sub}</span>
        </label>
      ))}
    </fieldset>
  )
}
