import { asLine } from '../../domain/texts/index.ts'
import type { WebhookFormat } from '../../domain/webhooks/index.ts'
import type { Message } from './message.ts'

export type ChatFormat = Exclude<WebhookFormat, 'standard'>

/** The longest title of an embed; a cut one fits however many characters are escaped. */
const MOST_IN_DISCORD = 256
const CUT_IN_DISCORD = MOST_IN_DISCORD / 2 - 1

/** A message as the incoming webhooks of a chat take it. Texts that others wrote mention nobody and make no links. */
export const IN_CHATS: { readonly [Format in ChatFormat]: (message: Message) => object } = {
  slack: (message) => slack(inPlain(message)),
  discord: (message) => discord(inPlain(message)),
  teams: (message) => teams(inPlain(message)),
}

/** How many characters of each part are sent. Every chat takes as many, also when they are escaped. */
const MOST_IN_LEAD = 120
const MOST_IN_TITLE = 300
const MOST_IN_FACT = 100

function inPlain({ lead, title, url, facts }: Message): Message {
  return {
    lead: plain(lead, MOST_IN_LEAD),
    title: plain(title, MOST_IN_TITLE),
    url,
    facts: facts.map((fact) => plain(fact, MOST_IN_FACT)),
  }
}

/** One line that no control character, half character or sign for the direction of writing disturbs. */
function plain(text: string, most: number): string {
  const line = asLine(text.toWellFormed())
  const characters = [...line]
  const shown = characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
  return shown === '' ? '–' : shown
}

/** Rich text elements and plain text are not read as Markdown. `text` is what notifications show; three characters are special in it. */
function slack({ lead, title, url, facts }: Message) {
  const elements = [
    { type: 'text', text: `${lead}\n`, style: { bold: true } },
    { type: 'link', url, text: title },
  ]
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  const context = facts.length > 0 ? [{ type: 'context', elements: [plain(facts.join(' · '))] }] : []
  return {
    text: inSlack(`${lead}: ${title}`),
    mrkdwn: false,
    blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }, ...context],
    unfurl_links: false,
  }
}

function inSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Name and footer are plain text there. The title is read as Markdown, and the whole of it is one link. */
function discord({ lead, title, url, facts }: Message) {
  const footer = facts.length > 0 && { footer: { text: facts.join(' · ') } }
  return {
    embeds: [{ author: { name: lead }, title: titleInDiscord(title), url, ...footer }],
    allowed_mentions: { parse: [] },
  }
}

function titleInDiscord(title: string): string {
  const escaped = (text: string) => text.replace(/[\\`*_~|>[\]()#@<:-]/g, String.raw`\$&`)
  const whole = escaped(title)
  return whole.length <= MOST_IN_DISCORD ? whole : `${escaped([...title].slice(0, CUT_IN_DISCORD).join(''))}…`
}

/** A text run is not read as Markdown; a text block is. */
function teams({ lead, title, url, facts }: Message) {
  const line = (text: string, look: object) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...look }],
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            line(lead, { weight: 'Bolder' }),
            line(title, { size: 'Medium' }),
            ...(facts.length > 0 ? [line(facts.join(' · '), { isSubtle: true })] : []),
          ],
          selectAction: { type: 'Action.OpenUrl', url },
        },
      },
    ],
  }
}
