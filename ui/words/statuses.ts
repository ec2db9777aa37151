import type { Speech } from './speech.ts'

type Category = 'open' | 'planned' | 'in_progress' | 'done' | 'closed'

/**
 * In the visitor's language, as long as the team has not named it in its own: a status begins with the English name of its category
 * (FIRST_STATUSES of the service).
 */
export function statusName(
  words: Speech<`status_${Category}`>,
  { name, category }: { readonly name: string; readonly category: Category },
): string {
  const first = category[0]?.toUpperCase() + category.slice(1).replace('_', ' ')
  return name === first ? words.say(`status_${category}`) : name
}
