import type { MailWords } from '../../../../ui/words/mails/words.ts'
import { statusName } from '../../../../ui/words/names.ts'
import { wordsIn } from '../../../../ui/words/words.ts'
import type { Letter, News, Story } from '../../domain/mails/index.ts'
import type { Post } from '../../domain/posts/index.ts'
import { plainTextOf } from '../../foundation/markdown/index.ts'
import { shortened } from '../pages/index.ts'
import { Button, Card, Headline, MailFrame, StatusPill, type StopLink, Table } from './frame.tsx'
import { type Look, lookOf } from './look.ts'

const QUOTE = 600

export interface LetterView {
  readonly letter: Letter
  readonly words: MailWords
  readonly subject: string
  readonly boardUrl: string
  readonly postUrl: (post: Pick<Post, 'number' | 'title'>) => string
  readonly stops: readonly StopLink[]
}

/** What one piece of news says, for both parts of a mail. */
export interface Line {
  readonly sentence: string
  readonly status?: Pick<Post['status'], 'name' | 'color'>
  readonly heading?: string
  readonly quote?: string
}

export function lineOf(words: MailWords, { project }: Letter, news: News): Line {
  switch (news.type) {
    case 'status': {
      const { color } = news.post.status
      const name = statusIn(words, news.post)
      const sentence = words.say('mails_status', { status: name })
      return { sentence, status: { name, color }, ...(news.comment && { quote: quoteOf(news.comment.body) }) }
    }
    case 'comment': {
      const { author, isOfficial, body } = news.comment
      const name = author.displayName
      const sentence = isOfficial
        ? words.say('mails_answer', { project: project.name })
        : words.say(news.isReply ? 'mails_reply' : 'mails_comment', { name })
      return { sentence, quote: quoteOf(body) }
    }
    case 'merged':
      return { sentence: words.say('mails_merged', { title: news.into.title }) }
    case 'approved':
    case 'rejected':
      return { sentence: words.say(news.isComment ? `mails_${news.type}_comment` : `mails_${news.type}`) }
    case 'entry':
      return { sentence: words.say('mails_entry'), heading: news.entry.title, quote: quoteOf(news.entry.body) }
  }
}

export function statusIn({ language }: MailWords, { status }: Pick<Post, 'status'>): string {
  return statusName(wordsIn(language), status)
}

function quoteOf(body: string): string {
  return shortened(plainTextOf(body.slice(0, QUOTE * 3)), QUOTE)
}

export function whyOf(words: MailWords, { isDigest, stories }: Letter): string {
  if (isDigest) return words.say('mails_why_digest')
  return words.say(stories.every(({ isAuthor }) => isAuthor) ? 'mails_why_author' : 'mails_why')
}

export function LetterHtml(view: LetterView) {
  const { letter, words, subject, boardUrl, stops } = view
  const look = lookOf(letter.project.accentColor)
  const statuses = letter.stories.map(({ post }) => post.status)
  return (
    <MailFrame
      words={words}
      look={look}
      project={letter.project}
      subject={subject}
      homeUrl={boardUrl}
      statuses={statuses}
      why={whyOf(words, letter)}
      links={stops}
    >
      {letter.isDigest && (
        <Headline look={look}>{words.say('mails_headline_digest', { project: letter.project.name })}</Headline>
      )}
      {letter.stories.map((story) => (
        <StoryCard view={view} look={look} story={story} />
      ))}
      {letter.isDigest && (
        <tr>
          <td style="padding:4px 4px 8px">
            <Button look={look} href={boardUrl} text={words.say('mails_open_board')} />
          </td>
        </tr>
      )}
    </MailFrame>
  )
}

function StoryCard({ view, look, story }: { view: LetterView; look: Look; story: Story }) {
  const { words, letter } = view
  const { post, news } = story
  const url = view.postUrl(post)
  return (
    <Card look={look}>
      <Table>
        <Ballot words={words} look={look} post={post} url={url} />
        <td valign="middle" style="padding:0 14px">
          <a
            class="ink"
            href={url}
            dir="auto"
            style={`font-size:18px;line-height:1.3;font-weight:700;color:${look.light.ink};text-decoration:none`}
          >
            {post.title}
          </a>
        </td>
      </Table>
      {news.map((one) => (
        <NewsLine line={lineOf(words, letter, one)} look={look} words={words} />
      ))}
      {!letter.isDigest && (
        <div style="padding-top:20px">
          <Button look={look} href={url} text={words.say('mails_open')} />
        </div>
      )}
    </Card>
  )
}

/** The vote button of the board, with its corner: here it leads to the idea. */
function Ballot({ words, look, post, url }: { words: MailWords; look: Look; post: Post; url: string }) {
  const corner = words.direction === 'rtl' ? '14px 14px 4px 14px' : '14px 14px 14px 4px'
  return (
    <td
      class="line"
      width="52"
      align="center"
      style={`width:52px;border:1px solid ${look.light.line};border-radius:${corner};padding:8px 0`}
    >
      <a
        class="accent"
        href={url}
        title={words.say('mails_votes', { n: post.voteCount })}
        style={`display:block;font-size:16px;line-height:1.15;font-weight:700;color:${look.accent};text-decoration:none`}
      >
        <span style="font-size:11px">▲</span>
        <br />
        {words.number(post.voteCount)}
      </a>
    </td>
  )
}

function NewsLine({ line, look, words }: { line: Line; look: Look; words: MailWords }) {
  const side = words.direction === 'rtl' ? 'right' : 'left'
  return (
    <>
      <div class="ink" style={`padding-top:16px;font-size:16px;line-height:1.5;color:${look.light.ink}`}>
        <Sentence line={line} />
      </div>
      {line.heading && (
        <div class="ink" dir="auto" style={`padding-top:8px;font-size:16px;font-weight:600;color:${look.light.ink}`}>
          {line.heading}
        </div>
      )}
      {line.quote && (
        <div
          class="soft line"
          dir="auto"
          style={`margin-top:8px;padding:2px 14px;border-${side}:3px solid ${look.light.line};font-size:15px;line-height:1.5;color:${look.light.soft};white-space:pre-line`}
        >
          {line.quote}
        </div>
      )}
    </>
  )
}

/** The name of a status stands in its pill, wherever the language has it. */
function Sentence({ line: { sentence, status } }: { line: Line }) {
  const [before, after] = status ? sentence.split(status.name) : []
  if (!status || before === undefined || after === undefined) return <>{sentence}</>
  return (
    <>
      {before}
      <StatusPill name={status.name} color={status.color} />
      {after}
    </>
  )
}
