import { Empty } from '../../../../../ui/components.tsx'
import type { Post } from '../../../domain/posts/index.ts'
import type { Voter } from '../../../domain/votes/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Ago, NextPage } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { AuthorLink, postPath } from './pieces.tsx'
import { PostHead } from './post-page.tsx'

interface VotersProps {
  readonly view: ProjectView
  readonly post: Post
  readonly voters: readonly Voter[]
  readonly next: string | undefined
}

const MOST_TRAITS = 4

export function VotersPage({ view, post, voters, next }: VotersProps) {
  const traits = view.project.allowedTraits
    .filter((name) => voters.some((voter) => traitOf(voter, name) !== ''))
    .slice(0, MOST_TRAITS)
  return (
    <ProjectPage view={view} title={post.title} section="/posts">
      <PostHead view={view} post={post} tab="/votes" />
      {voters.length === 0 ? (
        <Empty title={view.words.say('posts_no_votes')}>{view.words.say('posts_no_votes_why')}</Empty>
      ) : (
        <section class="scroll" tabindex={0} aria-label={view.words.say('posts_voters')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{view.words.say('shared_who')}</th>
                {traits.map((name) => (
                  <th scope="col">{name}</th>
                ))}
                <th scope="col">{view.words.say('posts_voted')}</th>
              </tr>
            </thead>
            <tbody>
              {voters.map((voter) => (
                <tr>
                  <td>
                    <AuthorLink view={view} author={voter.user} />
                  </td>
                  {traits.map((name) => (
                    <td>{traitOf(voter, name) || '–'}</td>
                  ))}
                  <td>
                    <Ago at={voter.votedAt} now={view.now} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <NextPage view={view} next={next && `${postPath(view, post)}/votes?cursor=${encodeURIComponent(next)}`} />
    </ProjectPage>
  )
}

/** A trait may be anything that JSON can say. Its name may be that of a member that every object inherits. */
function traitOf({ traits }: Voter, name: string): string {
  const trait = Object.hasOwn(traits, name) ? traits[name] : undefined
  if (trait === undefined || trait === null) return ''
  return (typeof trait === 'object' ? JSON.stringify(trait) : String(trait)).slice(0, 60)
}
