import { expect, test } from 'vitest'
import { startBoard } from '../board/stage.ts'
import { startPostsDesk } from '../console/posts-desk.ts'
import { importLines } from './importing.ts'

const LINES = [
  { type: 'post', external_id: 'p', title: 'Dark mode', imported_vote_count: 12 },
  { type: 'vote', post: 'p', user: { external_id: 'u' } },
  { type: 'post', external_id: 'q', title: 'Without a count' },
]

const IN_WORDS = {
  en: '+12 imported votes',
  de: '+12 importierte Stimmen',
  es: '+12 votos importados',
  fr: '+12\u00a0votes importés',
  pt: '+12 votos importados',
  ja: '+12票(インポート)',
  ar: '+12 صوتًا مستوردًا',
}

// Guarantees that nobody takes a number from another tool for votes of people who are known here.
test('the board shows imported counts apart from votes, in every language', async () => {
  const board = await startBoard()
  await importLines(board, LINES)
  const { body } = await board.server('GET', '/v1/posts')
  for (const [language, words] of Object.entries(IN_WORDS)) {
    const headers = { 'accept-language': language }
    const list = await board.board('GET', '/', { headers })
    expect(list.text.split(words)).toHaveLength(2)
    expect(list.text).toContain('<span class="count" data-count="1">')
    for (const { number, title } of body.data) {
      const page = await board.board('GET', `/posts/${number}/${title.toLowerCase().replaceAll(' ', '-')}`, { headers })
      expect(page.text.includes(words)).toBe(title === 'Dark mode')
    }
  }
})

test('the console shows them at the post', async () => {
  const desk = await startPostsDesk()
  await importLines(desk, LINES)
  const { body } = await desk.server('GET', '/v1/posts')
  for (const { number, title } of body.data) {
    const { text } = await desk.open(`/posts/${number}`)
    expect(text.includes('+12 imported votes')).toBe(title === 'Dark mode')
  }
})
