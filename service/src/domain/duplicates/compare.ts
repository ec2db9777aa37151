import type { Id } from '../../foundation/ids/index.ts'
import type { Permitted, ProjectCall } from '../call/index.ts'
import type { Post } from '../posts/index.ts'
import { postsByIds, similarIds } from '../posts/inside.ts'
import { wordsOf } from '../search/inside.ts'
import { isNegation, isRequestWord } from './request-words.ts'
import { type Compared, likenessOf, SUGGESTED_FROM } from './score.ts'
import { selectSharedVoters, selectStems, VOTERS_LOOKED_AT } from './signals-store.ts'

/** The posts with the most words of the title in common. More than this are rarely the same idea. */
const CANDIDATES = 10
const MOST_OF_A_POST = 3
const WORDS_OF_A_TITLE = 20
const WORDS_OF_A_BODY = 80

/** A post that is alike. */
export interface Found {
  readonly otherId: Id<'post'>
  /** In percent. */
  readonly score: number
}

/** The posts that probably say the same as this one, at most three. None for a post that is not on the board. */
export async function findDuplicates(call: Permitted<'moderation:read'>, id: Id<'post'>): Promise<Found[]> {
  const [post] = await postsByIds(call, [id], 'beginning')
  if (!post || !isListed(post)) return []
  const asked = titleWords(post.title).join(' ') || post.title
  const ids = (await similarIds(call, asked, { limit: CANDIDATES + 1, isFinished: true })).filter(
    (other) => other !== id,
  )
  const others = (await postsByIds(call, ids, 'beginning')).filter(isListed)
  const likenesses = await likenessesOf(call, post, others)
  return likenesses
    .filter(({ score }) => score >= SUGGESTED_FROM)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_OF_A_POST)
    .map(({ other, score }) => ({ otherId: other.id, score: Math.round(score * 100) }))
}

/** How much a post is like each of the others, and by what. */
export async function likenessesOf(call: ProjectCall, post: Post, others: readonly Post[]) {
  if (others.length === 0) return []
  const words = [post, ...others].flatMap(wordsComparedOf)
  const [stems, shared] = await Promise.all([
    selectStems(call, [...new Set(words)]),
    selectSharedVoters(call, post, others),
  ])
  const one = comparedOf(post, stems)
  return others.map((other, place) => {
    const sharedVoters = shared.get(place) ?? 0
    return { other, sharedVoters, ...likenessOf(one, comparedOf(other, stems), sharedVoters) }
  })
}

type Texts = Pick<Post, 'title' | 'body'>

export function wordsComparedOf({ title, body }: Texts): string[] {
  return [...titleWords(title), ...bodyWords(body)]
}

export function comparedOf(post: Texts & Pick<Post, 'voteCount'>, stems: ReadonlyMap<string, string>): Compared {
  const isNegated = wordsOf(post.title).some(isNegation)
  const title = titleWords(post.title).flatMap((typed) => {
    const stem = stems.get(typed)
    return stem === undefined ? [] : [{ typed, stem }]
  })
  const body = new Set(bodyWords(post.body).flatMap((word) => stems.get(word) ?? []))
  return { title, isNegated, body, votes: Math.min(post.voteCount, VOTERS_LOOKED_AT) }
}

function titleWords(title: string): string[] {
  return wordsOf(title)
    .filter((word) => !isRequestWord(word))
    .slice(0, WORDS_OF_A_TITLE)
}

function bodyWords(body: string): string[] {
  return wordsOf(body)
    .filter((word) => !isRequestWord(word))
    .slice(0, WORDS_OF_A_BODY)
}

function isListed({ moderationState, mergedIntoId }: Post): boolean {
  return moderationState === 'approved' && mergedIntoId === undefined
}
