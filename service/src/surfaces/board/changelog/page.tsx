import { Empty, Instant } from '../../../../../ui/components.tsx'
import type { Entry } from '../../../domain/changelog/index.ts'
import { Written } from '../../pages/index.ts'
import { Page } from '../shared/layout.tsx'
import { Bubble, NextPage } from '../shared/pieces.tsx'
import { postPath } from '../shared/posts.tsx'
import { BOARD_PICTURE } from '../shared/preview.ts'
import type { View } from '../shared/view.ts'

export function ChangelogPage(props: { view: View; entries: readonly Entry[]; next: string | undefined }) {
  const { view, entries, next } = props
  const { words, project } = view
  const title = words.say('changelog_title')
  const facts = {
    title,
    description: words.say('changelog_lead', { project: project.name }),
    canonical: `${view.origin}/changelog`,
    picture: BOARD_PICTURE,
    feed: { title: `${title} · ${project.name}`, path: '/changelog.xml' },
    current: 'changelog',
  } as const
  return (
    <Page view={view} facts={facts}>
      <div class="wide">
        <h1>{title}</h1>
        <p class="lead">{facts.description}</p>
        {entries.length === 0 && (
          <Empty picture={<Bubble />} title={words.say('changelog_empty_title')}>
            {words.say('changelog_empty_lead')}
          </Empty>
        )}
        <ol class="entries">
          {entries.map((entry) => (
            <li id={entry.id}>
              <EntryView view={view} entry={entry} />
            </li>
          ))}
        </ol>
        <NextPage view={view} next={next} />
      </div>
    </Page>
  )
}

function EntryView({ view, entry }: { view: View; entry: Entry }) {
  const { words } = view
  const at = entry.publishAt ?? entry.createdAt
  return (
    <>
      <Instant at={at}>{words.date(at)}</Instant>
      <article>
        <h2>
          <bdi>{entry.title}</bdi>
        </h2>
        <Written html={entry.bodyHtml} />
        {entry.posts.length > 0 && (
          <div class="similar">
            <p class="label">{words.say('changelog_posts')}</p>
            <ul>
              {entry.posts.map((post) => (
                <li>
                  <a href={postPath(post)} dir="auto">
                    {post.title}
                  </a>{' '}
                  <span class="soft">{words.say('votes', { n: post.voteCount })}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </article>
    </>
  )
}
