import type { MailWords } from '../../../../ui/words/mails/words.ts'
import { statusName } from '../../../../ui/words/names.ts'
import { wordsIn } from '../../../../ui/words/words.ts'
import type { Letter, News } from '../../domain/mails/index.ts'
import type { Post } from '../../domain/posts/index.ts'
import { plainTextOf } from '../../foundation/markdown/index.ts'
import { directionOf, shortened } from '../pages/index.ts'
import { Button, Card, HEADING, Headline, MailFrame, type MailLink, StatusPill, Table } from './frame.tsx'
import { type Look, lookOf } from './look.ts'

/** Stands for the name of a status until the sentence around it is known. No text contains it. */
const SLOT = '\0'

export interface LetterView {
  readonly letter: Letter
  readonly words: MailWords
  readonly subject: string
  /** What lists of mails show after the subject. */
  readonly preview: string
  readonly boardUrl: string
  readonly stories: readonly ShownStory[]
  /** To ideas that are left out. */
  readonly more: MailLink | undefined
  readonly stops: readonly MailLink[]
}

/** What a mail says of one post. */
export interface ShownStory {
  readonly post: Post
  readonly url: string
  readonly lines: readonly Line[]
  /** That older news are left out. */
  readonly more: string | undefined
}

/** What one piece of news says, for both parts of a mail. */
export interface Line {
  readonly sentence: string
  /** A status that stands in its pill, and what the sentence says before and after it. */
  readonly status?: { readonly name: string; readonly color: string; readonly around: readonly [string, string] }
  readonly heading?: string
  readonly quote?: string
}

export function lineOf(words: MailWords, { project }: Letter, news: News, quote: number): Line {
  const quoteOf = (body: string) => shortened(plainTextOf(body.slice(0, quote * 3)), quote)
  switch (news.type) {
    case 'status': {
      const { color } = news.post.status
      const name = statusIn(words, news.post)
      const sentence = words.say('mails_status', { status: name })
      const [before = '', after = ''] = words.say('mails_status', { status: SLOT }).split(SLOT)
      const status = { name, color, around: [before, after] } as const
      return { sentence, status, ...(news.comment && { quote: quoteOf(news.comment.body) }) }
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

export function whyOf(words: MailWords, { isDigest, stories }: Letter): string {
  if (isDigest) return words.say('mails_why_digest')
  return words.say(stories.every(({ isAuthor }) => isAuthor) ? 'mails_why_author' : 'mails_why')
}

export function LetterHtml(view: LetterView) {
  const { letter, words, subject, preview, boardUrl, stories, more, stops } = view
  const look = lookOf(letter.project.accentColor)
  return (
    <MailFrame
      words={words}
      look={look}
      project={letter.project}
      subject={subject}
      preview={preview}
      boardUrl={boardUrl}
      statuses={stories.map(({ post }) => post.status)}
      why={whyOf(words, letter)}
      links={stops}
    >
      {letter.isDigest && (
        <Headline look={look}>{words.say('mails_headline_digest', { project: letter.project.name })}</Headline>
      )}
      {stories.map((story) => (
        <StoryCard view={view} look={look} story={story} />
      ))}
      {more && (
        <tr>
          <td style="padding:0 4px 16px">
            <TextLink look={look} {...more} />
          </td>
        </tr>
      )}
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

function StoryCard({ view, look, story }: { view: LetterView; look: Look; story: ShownStory }) {
  const { words, letter } = view
  const { post, url, lines, more } = story
  const Heading = letter.isDigest ? 'h2' : 'h1'
  return (
    <Card look={look}>
      <Table>
        <Ballot words={words} look={look} post={post} url={url} />
        <td valign="middle" style="padding:0 14px">
          <Heading style={`${HEADING};font-size:18px;line-height:1.3`}>
            <a
              class="ink"
              href={url}
              dir={directionOf(post.title)}
              style={`color:${look.light.ink};text-decoration:none`}
            >
              {post.title}
            </a>
          </Heading>
        </td>
      </Table>
      {lines.map((line) => (
        <NewsLine line={line} look={look} />
      ))}
      {more && (
        <div style="padding-top:16px">
          <TextLink look={look} text={more} url={url} />
        </div>
      )}
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
    <td width="54" valign="top" style="width:54px">
      {/* A table of its own: beside a title of several lines it stays as high as it is. */}
      <Table>
        <td
          class="line"
          align="center"
          style={`border:1px solid ${look.light.line};border-radius:${corner};padding:8px 0`}
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
      </Table>
    </td>
  )
}

function NewsLine({ line, look }: { line: Line; look: Look }) {
  return (
    <>
      <div class="ink" style={`padding-top:16px;font-size:16px;line-height:1.5;color:${look.light.ink}`}>
        <Sentence line={line} />
      </div>
      {line.heading && (
        <div style="padding-top:8px;font-size:16px;font-weight:600">
          <span class="ink" dir={directionOf(line.heading)} style={`color:${look.light.ink}`}>
            {line.heading}
          </span>
        </div>
      )}
      {line.quote && <Quote text={line.quote} look={look} />}
    </>
  )
}

/** What somebody wrote, with a line where it begins. */
function Quote({ text, look }: { text: string; look: Look }) {
  const direction = directionOf(text)
  const side = direction === 'rtl' ? 'right' : 'left'
  return (
    <div
      class="soft line"
      dir={direction}
      style={`margin-top:8px;padding:2px 14px;border-${side}:3px solid ${look.light.line};font-size:15px;line-height:1.5;color:${look.light.soft};text-align:${side};white-space:pre-line;word-break:break-word`}
    >
      {text}
    </div>
  )
}

/** The name of a status stands in its pill, wherever the language has it. */
function Sentence({ line: { sentence, status } }: { line: Line }) {
  if (!status) return <>{sentence}</>
  const [before, after] = status.around
  return (
    <>
      {before}
      <StatusPill name={status.name} color={status.color} />
      {after}
    </>
  )
}

function TextLink({ look, text, url }: MailLink & { look: Look }) {
  return (
    <a class="accent" href={url} style={`font-size:15px;font-weight:600;color:${look.accent}`}>
      {text}
    </a>
  )
}
