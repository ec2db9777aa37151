import { type Random, randomFrom } from '../generator/random.ts'
import { PRODUCT_WORDS } from '../generator/vocabulary.ts'
import { get, type Load } from './load.ts'
import type { Site } from './site.ts'

const OF_EACH_KIND = 40

/** Searches as people make them: a sixth each of common words, rare words, two words, a typing mistake, an unfinished word, a title. */
async function searchPaths(site: Site): Promise<string[]> {
  const random = randomFrom(7)
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value // never empty here
  const common = PRODUCT_WORDS.slice(0, 150).filter((word) => word.length > 3)
  const rare = await wordsOfFewPosts(site)
  const titles = await someTitles(site)
  const q = (text: string) => `/v1/posts?q=${encodeURIComponent(text)}`
  const kinds = [
    () => q(pick(common)),
    () => q(pick(rare)),
    () => q(`${pick(common)} ${pick(common)}`),
    () => q(mistype(pick(common), random)),
    () => q(`${pick(common)} ${pick(common).slice(0, 3)}`),
    () => `/v1/posts/similar?title=${encodeURIComponent(cutOff(pick(titles)))}`,
  ]
  return Array.from({ length: OF_EACH_KIND * kinds.length }, (_, place) => kinds[place % kinds.length]?.() ?? '')
}

/** With at most this many results each; without a number, a page of them. */
export async function searchLoad(site: Site, limit?: number): Promise<Load> {
  const paths = (await searchPaths(site)).map((path) => (limit === undefined ? path : `${path}&limit=${limit}`))
  const texts = paths.map((path) => get(site.origin, path, site.headers).next())
  let asked = 0
  return { origin: site.origin, next: () => texts[asked++ % texts.length] ?? '' }
}

/** Rare words stand late in the vocabulary, and few posts have them. */
async function wordsOfFewPosts({ query, projectId }: Site): Promise<string[]> {
  const rows = await query<{ word: string }>(
    `select word from search_words where project_id = $1 and length(word) >= 9 order by md5(word) limit 60`,
    [projectId],
  )
  return rows.map(({ word }) => word)
}

async function someTitles({ query, projectId }: Site): Promise<string[]> {
  const rows = await query<{ title: string }>(
    `select p.title from posts p join post_standings s on s.project_id = p.project_id and s.post_id = p.id
     where p.project_id = $1 and s.is_listed order by s.vote_count desc limit 200`,
    [projectId],
  )
  return rows.map(({ title }) => title)
}

/** Two letters the wrong way round, or one left out. */
function mistype(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  return random() < 0.5
    ? word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
    : word.slice(0, at) + word.slice(at + 1)
}

/** An unfinished title. */
function cutOff(title: string): string {
  return title.slice(0, Math.max(6, Math.ceil(title.length * 0.7)))
}
