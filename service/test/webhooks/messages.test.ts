import fc from 'fast-check'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { IN_CHATS } from '../../src/surfaces/messages/formats.ts'
import { until } from '../harness/process.ts'
import { startReceiver, startWebhookStage } from './stage.ts'

const strict = { additionalProperties: false } as const
const Text = (most: number) => Type.String({ minLength: 1, maxLength: most })
const PlainText = Type.Object(
  { type: Type.Literal('plain_text'), text: Text(3_000), emoji: Type.Literal(false) },
  strict,
)
const SomeText = Type.String({ minLength: 1 })
const Address = Type.String({ pattern: '^https?://' })
const RichText = Type.Union([
  Type.Object(
    { type: Type.Literal('text'), text: SomeText, style: Type.Object({ bold: Type.Boolean() }, strict) },
    strict,
  ),
  Type.Object({ type: Type.Literal('link'), text: SomeText, url: Address }, strict),
])

/** What each chat documents of its incoming webhooks, as far as messages use it, with its limits. */
const ACCEPTED = {
  /**
   * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, https://docs.slack.dev/reference/methods/chat.postMessage (at most
   * 4,000 characters of text are advised), https://docs.slack.dev/reference/block-kit/blocks (50 in a message) and there rich-text-block, which has
   * no limits, and context-block (10 elements); https://docs.slack.dev/reference/block-kit/composition-objects/text-object (1 to 3,000 characters).
   */
  slack: Type.Object(
    {
      text: Text(4_000),
      blocks: Type.Array(
        Type.Union([
          Type.Object(
            {
              type: Type.Literal('rich_text'),
              elements: Type.Array(
                Type.Object({ type: Type.Literal('rich_text_section'), elements: Type.Array(RichText) }, strict),
                { minItems: 1 },
              ),
            },
            strict,
          ),
          Type.Object(
            { type: Type.Literal('context'), elements: Type.Array(PlainText, { minItems: 1, maxItems: 10 }) },
            strict,
          ),
        ]),
        { minItems: 1, maxItems: 50 },
      ),
      mrkdwn: Type.Literal(false),
      unfurl_links: Type.Boolean(),
    },
    strict,
  ),
  /**
   * https://discord.com/developers/docs/resources/webhook#execute-webhook (10 embeds) and
   * https://discord.com/developers/docs/resources/message#embed-object-embed-limits.
   */
  discord: Type.Object(
    {
      embeds: Type.Array(
        Type.Object(
          {
            author: Type.Object({ name: Text(256) }, strict),
            title: Text(256),
            url: Address,
            footer: Type.Optional(Type.Object({ text: Text(2_048) }, strict)),
          },
          strict,
        ),
        { minItems: 1, maxItems: 10 },
      ),
      allowed_mentions: Type.Object({ parse: Type.Array(Type.Never(), { maxItems: 0 }) }, strict),
    },
    strict,
  ),
  /**
   * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using#send-adaptive-cards-using-an-incoming-webhook;
   * the card: https://github.com/microsoft/AdaptiveCards/blob/main/schemas/1.4.0/adaptive-card.json. Workflows,
   * which follow the connectors, take the same: https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook.
   */
  teams: Type.Object(
    {
      type: Type.Literal('message'),
      attachments: Type.Array(
        Type.Object(
          {
            contentType: Type.Literal('application/vnd.microsoft.card.adaptive'),
            content: Type.Object(
              {
                $schema: Type.String(),
                type: Type.Literal('AdaptiveCard'),
                version: Type.Literal('1.4'),
                body: Type.Array(
                  Type.Object(
                    {
                      type: Type.Literal('RichTextBlock'),
                      inlines: Type.Array(
                        Type.Object(
                          {
                            type: Type.Literal('TextRun'),
                            text: SomeText,
                            weight: Type.Optional(Type.Literal('Bolder')),
                            size: Type.Optional(Type.Literal('Medium')),
                            isSubtle: Type.Optional(Type.Boolean()),
                          },
                          strict,
                        ),
                      ),
                    },
                    strict,
                  ),
                ),
                selectAction: Type.Object({ type: Type.Literal('Action.OpenUrl'), url: Address }, strict),
              },
              strict,
            ),
          },
          strict,
        ),
        { minItems: 1, maxItems: 1 },
      ),
    },
    strict,
  ),
}
const FORMATS = ['slack', 'discord', 'teams'] as const

/**
 * The most bytes of a whole message, which is more than any count of its characters. Slack documents no such limit, but refuses blocks of about
 * 13,000 characters: https://github.com/slackapi/bolt-js/issues/2509. All texts of Discord's embeds: the page above. Teams:
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook.
 */
const MOST_BYTES = { slack: 13_000, discord: 6_000, teams: 28_000 } as const

// Guarantees that a title cannot call everybody, or put a link of its own into a message.
test.each(FORMATS)('in %s no text of others mentions anybody or makes a link', (format) => {
  const title = '<!channel> @everyone <@U1> <https://evil.example|here> [click](https://evil.example) *b* & `x` |'
  const message = { lead: 'New idea', title, url: 'https://b.example/posts/1/x', facts: [title, title] }
  const made = IN_CHATS[format](message)
  expect([...Value.Errors(ACCEPTED[format], made)]).toEqual([])
  const text = JSON.stringify(made)
  if (format === 'slack') {
    expect(made).toMatchObject({ text: expect.not.stringMatching(/[<>]/), mrkdwn: false })
    expect(text).not.toContain('"mrkdwn",') // no part knows Markdown, so a text is shown as it was typed
    expect(made).toMatchObject({ blocks: [{ type: 'rich_text' }, { elements: [{ text: `${title} · ${title}` }] }] })
  }
  if (format === 'discord') {
    expect(made).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(made).toMatchObject({ embeds: [{ title: expect.not.stringMatching(/\]\(|(?<!\\)[<@*`]/) }] })
  }
  const longest = { ...message, title: '*'.repeat(140), facts: ['s'.repeat(40), '1 vote', 'n'.repeat(60)] }
  expect(Value.Check(ACCEPTED[format], IN_CHATS[format](longest))).toBe(true)
})

/** What people who want to do harm write, in any mixture, and up to 10,000 characters of it. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '@everyone',
        '@here',
        '<!channel>',
        '<@U1>',
        '<@&1>',
        '<#1>',
        '<https://evil.example|x>',
        '[x](https://evil.example)',
      ),
      fc.constantFrom(
        'https://evil.example',
        '`',
        '*',
        '_',
        '~',
        '|',
        '>',
        '&',
        '&lt;',
        '\\',
        '\n',
        '\r',
        '\t',
        '\u0000',
        '\u001b[31m',
      ),
      fc.constantFrom('\u202e', '\u2066', '\u200b', '\ufeff', '\ud800', '👩‍👩‍👧', 'x'.repeat(3_000)),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((parts) => parts.join('').slice(0, 10_000))

// Guarantees that no text makes a message that a chat refuses, calls anybody, or leads anywhere but to the board.
test.each(FORMATS)('%s takes whatever people write', (format) => {
  const message = fc.record({
    lead: hostile,
    title: hostile,
    url: fc.constant('https://b.example/posts/1/x'),
    facts: fc.array(hostile, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(message, (one) => {
      const made = JSON.parse(JSON.stringify(IN_CHATS[format](one)))
      expect([...Value.Errors(ACCEPTED[format], made)]).toEqual([])
      expect(Buffer.byteLength(JSON.stringify(made))).toBeLessThan(MOST_BYTES[format])
      const text = JSON.stringify(made).replace('\\n"', '"') // the line break after the lead of Slack's message
      expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]|(?<!\\)(?:\\\\)*\\[nrtu]/u)
      if (format === 'slack') expect(text.match(/"url":"[^"]*"/g)).toEqual(['"url":"https://b.example/posts/1/x"'])
      if (format === 'discord') expect(made.embeds[0].title).not.toMatch(/(?<!\\)(?:\\\\)*[<@[\]`*]/)
    }),
    { numRuns: 150 },
  )
})

test('a chat gets title, status, votes, name and link of the post, whatever the event is about', async () => {
  const stage = await startWebhookStage()
  const { server, app, signIn } = stage
  const { url, received } = await startReceiver()
  await stage.startDeliverer()
  for (const format of FORMATS) await stage.webhook(url, { events: ['vote.cast', 'changelog.published'], format })
  const { session } = await signIn({ sub: 'ada', given_name: 'Ada', family_name: 'Lovelace' })
  await app('PATCH', '/v1/me', { session, body: { name_choice: 'first_name' } })
  const id = await stage.post('Dark mode')
  await app('PUT', `/v1/posts/${id}/vote`, { session })
  await server('POST', '/v1/changelog', { title: 'It is dark', body: 'x', state: 'published' })
  await until(() => received.length === 6)
  const votes = received.filter(({ text }) => text.includes('Dark mode'))
  expect(votes).toHaveLength(3)
  for (const { text } of votes) {
    for (const part of ['New vote', 'Dark mode', 'Open', '1 vote', 'by Ada L.', '/posts/1/dark-mode'])
      expect(text).toContain(part)
  }
  const bodies = received.map(({ body }) => body)
  for (const format of FORMATS)
    expect([format, bodies.filter((body) => Value.Check(ACCEPTED[format], body)).length]).toEqual([format, 2])
})

test('a test message says that it is one', async () => {
  const stage = await startWebhookStage()
  const { url, received } = await startReceiver()
  for (const format of FORMATS) {
    const { id } = await stage.webhook(url, { format })
    await stage.server('POST', `/v1/webhooks/${id}/test`)
    expect(Value.Check(ACCEPTED[format], received.at(-1)?.body)).toBe(true)
  }
  expect(received.every(({ text }) => text.includes('This is a test of the webhook of Acme'))).toBe(true)
})
