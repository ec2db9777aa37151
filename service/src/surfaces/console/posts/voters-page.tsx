import { Empty } from '../../../../../ui/components.tsx'
import type { Post } from '../../../domain/posts/index.ts'
import type { Voter } from '../../../domain/votes/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, CsvLink, NextPage } from '../shared/pieces.tsx'
import { Table } from '../shared/table.tsx'
import type { ProjectView } from '../shared/view.ts'
import { AuthorLink, postPath } from './pieces.tsx'
import { PostHead } from './post-page.tsx'
import { VoteFor, type VotingFor } from './vote-for.tsx'

interface VotersProps {
  readonly view: ProjectView
  readonly post: Post
  readonly voters: readonly Voter[]
  readonly next: string | undefined
  readonly voting?: VotingFor | undefined
}

const MOST_TRAITS = 4

export function VotersPage({ view, post, voters, next, voting }: VotersProps) {
  const hasNotes = voters.some(({ note }) => note !== undefined)
  const traits = view.project.allowedTraits
    .filter((name) => voters.some((voter) => traitOf(voter, name) !== ''))
    .slice(0, MOST_TRAITS)
  return (
    <ProjectPage
      view={view}
      title={post.title}
      section="/posts"
      isWide
      actions={<CsvLink view={view} href={`${postPath(view, post)}/votes.csv`} />}
    >
      <PostHead view={view} post={post} tab="/votes" />
      <VoteFor view={view} post={post} voting={voting} />
      {voters.length === 0 ? (
        <Empty title={view.words.say('posts_no_votes')}>{view.words.say('posts_no_votes_why')}</Empty>
      ) : (
        <Table
          label={view.words.say('posts_voters')}
          columns={[
            { name: view.words.say('shared_who'), isHeading: true },
            ...traits.map((name) => ({ name })),
            { name: view.words.say('posts_voted') },
            ...(hasNotes ? [{ name: view.words.say('posts_vote_note'), class: 'word' }] : []),
          ]}
          rows={voters.map((voter) => [
            <AuthorLink view={view} author={voter.user} />,
            ...traits.map((name) => traitOf(voter, name) || '–'),
            <Ago at={voter.votedAt} now={view.now} />,
            ...(hasNotes ? [voter.note ?? '–'] : []),
          ])}
        />
      )}
      <NextPage view={view} next={next && `${postPath(view, post)}/votes?cursor=${encodeURIComponent(next)}`} />
    </ProjectPage>
  )
}

/** A trait may be any JSON value, and may have the same name as an inherited member of every object. */
function traitOf({ traits }: Voter, name: string): string {
  const trait = Object.hasOwn(traits, name) ? traits[name] : undefined
  if (trait === undefined || trait === null) return ''
  return (typeof trait === 'object' ? JSON.stringify(trait) : String(trait)).slice(0, 60)
}
