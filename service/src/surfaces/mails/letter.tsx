import type { ComponentChildren } from 'preact'
import type { MailWords } from '../../../../ui/words/mails/words.ts'
import { statusName } from '../../../../ui/words/names.ts'
import { wordsIn } from '../../../../ui/words/words.ts'
import type { Letter, News } from '../../domain/mails/index.ts'
import type { Post } from '../../domain/posts/index.ts'
import { plainTextOf } from '../../foundation/markdown/index.ts'
import { directionOf, initialOf, shortened } from '../pages/index.ts'
import { darkPill, type Look, lookOf, pillClass, pillStyle } from './look.ts'

const HEADING = 'margin:0;font-weight:700;word-break:break-word'

/** Stands for the name of a status until the sentence around it is known; no catalogue holds it. */
const SLOT = '\0'

/** Such as one under the mail, by which somebody gets less mail. */
export interface MailLink {
  readonly text: string
  readonly url: string
}

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

/** A whole mail. Tables and styles of each element, because mail programs know little else. */
export function LetterHtml(view: LetterView) {
  const { letter, words, subject, preview, boardUrl, stories, more, stops } = view
  const look = lookOf(letter.project.accentColor)
  const pills = stories.map(({ post }) => darkPill(post.status.color))
  return (
    <html lang={words.language} dir={words.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{subject}</title>
        <style
          dangerouslySetInnerHTML={{
            __html: `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${look.styles}${pills.join('')}}`,
          }}
        />
      </head>
      <body class="paper" style={`margin:0;padding:0;background:${look.light.paper};${look.font}`}>
        <div style="display:none;max-height:0;overflow:hidden">{preview}</div>
        {/* It has language, direction and font once more, since programs that show mails in a page drop what is around it. */}
        <Table
          class="paper"
          style={`background:${look.light.paper};${look.font}`}
          lang={words.language}
          dir={words.direction}
        >
          <td align="center" style="padding:24px 12px">
            <table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px">
              <tr>
                <td style="padding:0 4px 16px" align={words.direction === 'rtl' ? 'right' : 'left'}>
                  <Mark letter={letter} look={look} boardUrl={boardUrl} />
                </td>
              </tr>
              {letter.isDigest && (
                <tr>
                  <td style="padding:0 4px 16px">
                    <h1 class="ink" style={`${HEADING};font-size:20px;line-height:1.25;color:${look.light.ink}`}>
                      {words.say('mails_headline_digest', { project: letter.project.name })}
                    </h1>
                  </td>
                </tr>
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
              <tr>
                <td class="soft" style={`padding:12px 4px;font-size:13px;line-height:1.5;color:${look.light.soft}`}>
                  {whyOf(words, letter)}
                  <br />
                  {stops.map(({ text, url }, place) => (
                    <>
                      <a class="soft" href={url} style={`color:${look.light.soft}`}>
                        {text}
                      </a>
                      {place < stops.length - 1 && '\u00a0· '}
                    </>
                  ))}
                </td>
              </tr>
            </table>
          </td>
        </Table>
      </body>
    </html>
  )
}

interface TableProps {
  readonly children: ComponentChildren
  readonly style?: string
  readonly class?: string
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
}

function Table({ children, style = '', ...rest }: TableProps) {
  return (
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style={`width:100%;${style}`} {...rest}>
      <tr>{children}</tr>
    </table>
  )
}

/** The project's initial, since no picture is loaded from anywhere, and its name. */
function Mark({ letter: { project }, look, boardUrl }: { letter: Letter; look: Look; boardUrl: string }) {
  return (
    <a href={boardUrl} style="text-decoration:none">
      <span
        class="fill"
        style={`display:inline-block;width:28px;height:28px;line-height:28px;text-align:center;border-radius:9px 9px 9px 3px;background:${look.accent};color:${look.onAccent};font-size:15px;font-weight:700`}
      >
        {initialOf(project.name)}
      </span>
      <span class="ink" dir="auto" style={`padding:0 8px;font-size:16px;font-weight:600;color:${look.light.ink}`}>
        {project.name}
      </span>
    </a>
  )
}

function StoryCard({ view, look, story }: { view: LetterView; look: Look; story: ShownStory }) {
  const { words, letter } = view
  const { post, url, lines, more } = story
  const Heading = letter.isDigest ? 'h2' : 'h1'
  return (
    <tr>
      <td style="padding:0 0 12px">
        <Table
          class="card"
          style={`background:${look.light.card};border:1px solid ${look.light.line};border-radius:10px;border-collapse:separate`}
        >
          <td style="padding:20px">
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
          </td>
        </Table>
      </td>
    </tr>
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
      <span class={pillClass(status.color)} dir="auto" style={pillStyle(status.color)}>
        {status.name}
      </span>
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

function Button({ look, href, text }: { look: Look; href: string; text: string }) {
  return (
    <a
      class="fill"
      href={href}
      style={`display:inline-block;padding:11px 20px;border-radius:10px;background:${look.accent};color:${look.onAccent};font-size:16px;font-weight:600;text-decoration:none`}
    >
      {text}
    </a>
  )
}
