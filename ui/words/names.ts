import type { Speech } from './speech.ts'

// Names that the service gives, and that visitors read in their own language.

type Category = 'open' | 'planned' | 'in_progress' | 'done' | 'closed'

/** As the team calls it; until the team renames it, it has the English name of its category (FIRST_STATUSES of the service). */
export function statusName(
  words: Speech<`status_${Category}`>,
  { name, category }: { readonly name: string; readonly category: Category },
): string {
  const first = category[0]?.toUpperCase() + category.slice(1).replace('_', ' ')
  return name === first ? words.say(`status_${category}`) : name
}

/** Somebody whose data was erased has a name that nobody can choose. */
export function authorName(words: Speech<'deleted_user'>, name: string): string {
  return name === 'deleted user' ? words.say('deleted_user') : name
}

/** As the team calls it; until the team renames it, the first one has its English name (`generalOf` of the service). */
export function categoryName(
  words: Speech<'category_general'>,
  { name, slug }: { readonly name: string; readonly slug: string },
): string {
  return name === 'General' && slug === 'general' ? words.say('category_general') : name
}
