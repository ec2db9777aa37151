import { renderToString } from 'preact-render-to-string'
import { onFirstUse } from '../../../../ui/on-first-use.ts'
import { consoleWords as words } from '../../../../ui/words/console/words.ts'
import { statusName } from '../../../../ui/words/names.ts'
import { wordsIn } from '../../../../ui/words/words.ts'
import type { Places } from '../../domain/call/index.ts'
import type { SignedLinks } from '../../domain/mails/index.ts'
import { type Post, postUrl } from '../../domain/posts/index.ts'
import { boardOriginOf, type Project } from '../../domain/projects/index.ts'
import {
  type AlarmLetter,
  type InvitationLetter,
  type SummaryLetter,
  type TeamLetter,
  writeTeamLink,
} from '../../domain/team-mails/index.ts'
import { newId } from '../../foundation/ids/index.ts'
import type { OutgoingMail } from '../../foundation/mail/index.ts'
import { knownTimeZone } from '../../foundation/time-zones/index.ts'
import { directionOf } from '../pages/index.ts'
import { Button, Card, Headline, MailFrame, type MailLink, StatusPill, said, Table } from './frame.tsx'
import { headersOf, idOf } from './headers.ts'
import { type Look, lookOf } from './look.ts'

/** Three larger numbers do not fit beside each other on a phone: they are shown as 12K. */
const SHORTENED_FROM = 10_000
const short = onFirstUse(() => new Intl.NumberFormat(words.language, { notation: 'compact' }))

/** A part of a mail, for both of its forms. */
type Piece =
  | { readonly type: 'figures'; readonly figures: readonly { readonly n: number; readonly label: string }[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'note'; readonly text: string }
  | {
      readonly type: 'posts'
      readonly heading: string
      readonly posts: readonly Post[]
      /** What stands beside each. */
      readonly shows: 'votes' | 'status'
    }

/** What a mail to the team consists of. */
interface Content {
  readonly subject: string
  readonly headline: string
  readonly pieces: readonly Piece[]
  readonly button: MailLink
  readonly why: string
}

/** In the language of the console. */
export function renderTeamLetter(letter: TeamLetter, places: Places, links: SignedLinks): OutgoingMail {
  const { mail, project, email } = letter
  const boardUrl = boardOriginOf(places, project)
  const consoleUrl = `${places.apiOrigin}/console/${project.slug}`
  const content = contentOf(letter, places, consoleUrl)
  const stop = stopOf(letter, boardUrl, links)
  const ways = stop ? [stop, { text: words.say('team_mails_settings'), url: `${consoleUrl}/my-mail` }] : []
  const address = (post: Post) => postUrl({ places, project }, post)
  return {
    to: email,
    fromName: project.name,
    ...formsOf(content, { project, boardUrl, links: ways, addressOf: address }),
    messageId: idOf(mail.id, project.id),
    headers: headersOf(stop && { id: listIdOf(letter, boardUrl), stopUrl: stop.url }),
  }
}

/** For an operator who wants to know whether mail works. */
export function renderTest(project: Project, email: string, places: Places): OutgoingMail {
  const boardUrl = boardOriginOf(places, project)
  const subject = words.say('team_mails_test_subject', { project: project.name })
  const content = {
    subject,
    headline: subject,
    pieces: [textPiece(words.say('team_mails_test'))],
    button: { text: words.say('team_mails_test_open'), url: `${places.apiOrigin}/console/${project.slug}/mail` },
    why: words.say('team_mails_test_why', { project: project.name }),
  }
  return {
    to: email,
    fromName: project.name,
    ...formsOf(content, { project, boardUrl, links: [], addressOf: (post) => postUrl({ places, project }, post) }),
    messageId: newId('mail'),
    headers: headersOf(undefined),
  }
}

/** As HTML and as plain text. */
function formsOf(
  content: Content,
  around: Omit<HtmlProps, 'content'>,
): Pick<OutgoingMail, 'subject' | 'html' | 'text'> {
  return {
    subject: content.subject,
    html: `<!doctype html>${renderToString(<TeamHtml content={content} {...around} />)}`,
    text: textOf(content, around.links, around.addressOf),
  }
}

/** Who is invited has chosen nothing yet; who invites can switch these mails off. */
function stopOf(letter: TeamLetter, boardUrl: string, links: SignedLinks): MailLink | undefined {
  if (letter.kind === 'invitation') return undefined
  const { project, operatorId, kind } = letter
  const link = writeTeamLink(links, project.id, { operatorId, kind })
  return { text: words.say(`team_mails_stop_${kind}`), url: `${boardUrl}/mail/team/${link}` }
}

/** Each kind is a list of its own: who wants no summary still gets alarms. */
function listIdOf({ kind }: TeamLetter, boardUrl: string): string {
  return `${kind.replaceAll('_', '-')}.${new URL(boardUrl).hostname}`
}

function contentOf(letter: TeamLetter, places: Places, consoleUrl: string): Content {
  if (letter.kind === 'invitation') return invitationContent(letter, `${places.apiOrigin}/console/enter`)
  const why = words.say('team_mails_why', { role: letter.role, project: letter.project.name })
  return {
    why,
    ...(letter.kind === 'summary' ? summaryContent(letter, consoleUrl) : alarmContent(letter, consoleUrl)),
  }
}

function invitationContent({ project, invitation, link }: InvitationLetter, entranceUrl: string): Content {
  const { role, invitedBy, expiresAt } = invitation
  const names = { project: project.name, role }
  const sentence = invitedBy
    ? words.say('team_mails_invitation', { ...names, inviter: invitedBy })
    : words.say('team_mails_invitation_unsigned', names)
  const ends = words.say('team_mails_invitation_ends', { ends: timeIn(project, expiresAt) })
  return {
    subject: words.say('team_mails_invitation_subject', names),
    headline: words.say('team_mails_invitation_subject', names),
    pieces: [
      textPiece(`${sentence} ${words.say(`team_mails_role_${role}`)}`),
      textPiece(ends),
      ...(link === undefined ? [textPiece(words.say('team_mails_invitation_preview'))] : []),
    ],
    button: { text: words.say('team_mails_invitation_open', names), url: link ?? entranceUrl },
    why: words.say('team_mails_invitation_why', names),
  }
}

function summaryContent({ project, summary }: SummaryLetter, consoleUrl: string): Omit<Content, 'why'> {
  const { from, to, posts, votes, comments, newPosts, moved, waiting } = summary
  const happened = [
    ...(posts > 0 ? [words.say('team_mails_posts', { n: posts })] : []),
    ...(votes > 0 ? [words.say('team_mails_votes', { n: votes })] : []),
    ...(comments > 0 ? [words.say('team_mails_comments', { n: comments })] : []),
    ...(moved.length > 0 ? [words.say('team_mails_moved', { n: moved.length })] : []),
  ]
  const waits = (['pending', 'reported', 'unanswered'] as const)
    .filter((name) => waiting[name] > 0)
    .map((name) => words.say(`team_mails_waiting_${name}`, { n: waiting[name] }))
  return {
    subject: words.say('team_mails_summary_subject', { project: project.name, happened: happened.join(', ') }),
    headline: words.say('team_mails_summary_headline', { project: project.name }),
    pieces: [
      {
        type: 'figures',
        figures: [
          { n: posts, label: words.say('team_mails_figure_posts', { n: posts }) },
          { n: votes, label: words.say('team_mails_figure_votes', { n: votes }) },
          { n: comments, label: words.say('team_mails_figure_comments', { n: comments }) },
        ],
      },
      textPiece(
        waits.length > 0
          ? words.say('team_mails_waiting', { list: waits.join(', ') })
          : words.say('team_mails_waiting_none'),
      ),
      ...postsPiece('votes', words.say('team_mails_new_posts'), newPosts),
      ...postsPiece('status', words.say('team_mails_moved_posts'), moved),
      {
        type: 'note',
        text: words.say('team_mails_summary_span', { from: clockOf(project).format(from), to: timeIn(project, to) }),
      },
    ],
    button: { text: words.say('team_mails_summary_open'), url: consoleUrl },
  }
}

function alarmContent({ kind, project, facts, page }: AlarmLetter, consoleUrl: string): Omit<Content, 'why'> {
  const values = {
    project: project.name,
    ...Object.fromEntries(
      Object.entries(facts.values).map(([name, value]) => [
        name,
        value instanceof Date ? (name === 'day' ? words.date(value) : timeIn(project, value)) : value,
      ]),
    ),
  }
  return {
    subject: words.say(`team_mails_${kind}_subject`, values),
    headline: words.say(`team_mails_${kind}_headline`),
    pieces: facts.sentences.map((name) => textPiece(words.say(`team_mails_${name}`, values))),
    button: { text: words.say(`team_mails_${kind}_open`), url: consoleUrl + page },
  }
}

function textPiece(text: string): Piece {
  return { type: 'text', text }
}

function postsPiece(shows: 'votes' | 'status', heading: string, posts: readonly Post[]): readonly Piece[] {
  return posts.length > 0 ? [{ type: 'posts', heading, posts, shows }] : []
}

/** By the clocks of the project. */
function timeIn(project: Project, time: Date): string {
  return `${clockOf(project).format(time)} (${knownTimeZone(project.timeZone).replaceAll('_', ' ')})`
}

function clockOf({ timeZone }: Project): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(words.language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: knownTimeZone(timeZone),
  })
}

function statusOf({ status }: Post): string {
  return statusName(wordsIn(words.language), status)
}

function votesOf({ voteCount: n }: Post): string {
  return words.say('team_mails_votes', { n })
}

/** What lists of mails show after the subject: the first sentence. */
function previewOf({ pieces }: Content): string {
  return pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))[0] ?? ''
}

interface HtmlProps {
  readonly content: Content
  readonly project: Project
  readonly boardUrl: string
  readonly links: readonly MailLink[]
  readonly addressOf: (post: Post) => string
}

function TeamHtml({ content, project, boardUrl, links, addressOf }: HtmlProps) {
  const { subject, headline, pieces, button, why } = content
  const look = lookOf(project.accentColor)
  const statuses = pieces.flatMap((piece) =>
    piece.type === 'posts' && piece.shows === 'status' ? piece.posts.map(({ status }) => status) : [],
  )
  return (
    <MailFrame
      words={words}
      look={look}
      project={project}
      subject={subject}
      boardUrl={boardUrl}
      preview={previewOf(content)}
      statuses={statuses}
      why={why}
      links={links}
    >
      <Headline look={look}>{headline}</Headline>
      <Card look={look}>
        {pieces.map((piece) => (
          <PieceHtml piece={piece} look={look} addressOf={addressOf} />
        ))}
        <div style="padding-top:8px">
          <Button look={look} href={button.url} text={button.text} />
        </div>
      </Card>
    </MailFrame>
  )
}

function PieceHtml({ piece, look, addressOf }: Pick<HtmlProps, 'addressOf'> & { piece: Piece; look: Look }) {
  switch (piece.type) {
    case 'text':
      return (
        <div
          class="ink"
          style={`padding-bottom:12px;font-size:16px;line-height:1.5;word-break:break-word;color:${look.light.ink}`}
        >
          {piece.text}
        </div>
      )
    case 'note':
      return (
        <div class="soft" style={`padding-bottom:12px;font-size:13px;line-height:1.5;color:${look.light.soft}`}>
          {piece.text}
        </div>
      )
    case 'figures':
      return (
        <div style="padding-bottom:16px">
          <Table style="table-layout:fixed">
            {piece.figures.map(({ n, label }) => (
              <td align="center" style="padding:4px">
                <div class="accent" style={`font-size:26px;line-height:1.2;font-weight:700;color:${look.accent}`}>
                  {n < SHORTENED_FROM ? words.number(n) : short().format(n)}
                </div>
                <div class="soft" style={`font-size:13px;line-height:1.4;color:${look.light.soft}`}>
                  {label}
                </div>
              </td>
            ))}
          </Table>
        </div>
      )
    case 'posts':
      return (
        <div style="padding-bottom:12px">
          <div
            class="soft"
            style={`padding-bottom:4px;font-size:13px;line-height:1.5;font-weight:600;color:${look.light.soft}`}
          >
            {piece.heading}
          </div>
          {piece.posts.map((post) => (
            <Table class="line" style={`border-top:1px solid ${look.light.line}`}>
              <td valign="top" style="padding:8px 12px 8px 0">
                <a
                  class="ink"
                  href={addressOf(post)}
                  dir={directionOf(post.title)}
                  style={`font-size:16px;line-height:1.4;font-weight:600;word-break:break-word;color:${look.light.ink};text-decoration:none`}
                >
                  {post.title}
                </a>
              </td>
              <td valign="top" align="right" style="padding:8px 0;white-space:nowrap">
                {piece.shows === 'status' ? (
                  <StatusPill name={statusOf(post)} color={post.status.color} />
                ) : (
                  <span class="soft" style={`font-size:14px;line-height:1.6;color:${look.light.soft}`}>
                    {votesOf(post)}
                  </span>
                )}
              </td>
            </Table>
          ))}
        </div>
      )
  }
}

/** The same as plain text. */
function textOf(
  { headline, pieces, button, why }: Content,
  links: readonly MailLink[],
  addressOf: HtmlProps['addressOf'],
): string {
  const parts = pieces.map((piece) => plain(piece, addressOf))
  const end = [why, ...links.map(said)].join('\n')
  return `${[headline, ...parts, said(button), `-- \n${end}`].join('\n\n')}\n`
}

function plain(piece: Piece, addressOf: HtmlProps['addressOf']): string {
  switch (piece.type) {
    case 'text':
    case 'note':
      return piece.text
    case 'figures':
      return piece.figures.map(({ n, label }) => `${label}: ${words.number(n)}`).join('\n')
    case 'posts': {
      const shown = piece.shows === 'status' ? statusOf : votesOf
      const rows = piece.posts.map((post) => `- ${post.title} (${shown(post)})\n  ${addressOf(post)}`)
      return [piece.heading, ...rows].join('\n')
    }
  }
}
