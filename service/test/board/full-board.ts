import type { Stage } from './stage.ts'
import { makePost } from './tabs.ts'

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const SENTENCE =
  'Our finance team needs this every month, and today we copy the numbers by hand from one table to the next. '

/** The place of the pinned idea among the titles. */
const PINNED = 5

export interface FullBoard {
  /** The post with a discussion. */
  readonly path: string
  readonly number: number
}

/** A board with everything that a page can show, with texts that do not fit, and with ideas like many others: a second page of them. */
export async function fillBoard(stage: Stage, likeOthers = 20): Promise<FullBoard> {
  const { server } = stage
  const { body: statuses } = await server('GET', '/v1/statuses')
  const tags: string[] = []
  for (const name of ['Mobile', 'Reports', 'Überweisungen und Rechnungen', '日本語']) {
    tags.push((await server('POST', '/v1/tags', { name })).body.id)
  }
  const titles = [
    'Dark mode for the whole app',
    `${LONG_WORD}smodul`,
    'タスクの一括編集機能を追加してほしい：ステータスと担当者をまとめて変更できるようにしたいです',
    'تصدير التقارير إلى ملف PDF مع دعم الكتابة من اليمين إلى اليسار',
    ...Array.from(
      { length: likeOthers },
      (_, place) => `Idea number ${place + 1}: fewer clicks to what I need every day`,
    ),
  ]
  const make = (title: string, place: number) =>
    makePost(stage, title, {
      body: place % 3 === 0 ? `**${place}** ${SENTENCE.repeat(3)}` : '',
      status_id: statuses.data[place < 5 ? place : place % 3].id, // most of it is open
      tag_ids: tags.slice(0, place % 4),
      is_pinned: place === PINNED,
      created_at: new Date(Date.now() - (titles.length - place) * 86_400_000).toISOString(),
    })
  const made = await Promise.all(titles.map((title, place) => (place === PINNED ? undefined : make(title, place))))
  const pinned = titles[PINNED]
  if (pinned) await make(pinned, PINNED) // the last one that is made is on the first page, also without its pin
  const [first] = made
  if (!first) throw new Error('There are posts.')
  await discuss(stage, first.id)
  const entry = { body: `You asked for it: **export**.\n\n- posts\n- comments\n\n${LONG_WORD}`, state: 'published' }
  await server('POST', '/v1/changelog', { title: 'Export to CSV is here', ...entry, post_ids: [first.id] })
  await server('POST', '/v1/changelog', { title: LONG_WORD, ...entry })
  return { number: first.number, path: `/posts/${first.number}/dark-mode-for-the-whole-app` }
}

async function discuss({ server, app, signIn }: Stage, post: string): Promise<void> {
  const say = (body: string, members: object = {}) => server('POST', `/v1/posts/${post}/comments`, { body, ...members })
  const { body: official } = await say('We are working on it, first on the phone.', { is_official: true })
  await say('Good news.', { parent_id: official.id })
  await say(
    `> quoted\n\n\`\`\`\n${'a very long line of code '.repeat(8)}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${LONG_WORD} | c |`,
  )
  const { session } = await signIn({ sub: 'long', given_name: 'Maximiliana', family_name: 'Featherstonehaugh' })
  await app('PATCH', '/v1/me', {
    body: { name_choice: 'custom', custom_name: 'Maximilianabartholomeafeatherstonehaugh' },
    session,
  })
  const write = (body: string, members: object = {}) =>
    app('POST', `/v1/posts/${post}/comments`, { body: { body, ...members }, session })
  const { body: gone } = await write(`https://example.com/${'long/'.repeat(30)}`)
  await say('An answer to what is gone.', { parent_id: gone.id })
  await write('أتفق تمامًا، العين تتعب من الخلفية البيضاء.')
  await app('DELETE', `/v1/comments/${gone.id}`, { session })
}
