import { type ColumnName, nameOfMeasure } from './asked.ts'
import type { DecideProps } from './props.ts'

/** What a column is called. */
export function nameIn({ view, ranking }: Pick<DecideProps, 'view' | 'ranking'>, name: ColumnName): string {
  const { words, project } = view
  switch (name) {
    case 'ties':
      return words.say('decide_ties')
    case 'new':
      return words.say('decide_new')
    case 'status':
      return words.say('decide_status')
    case 'category':
      return words.say('decide_category')
    default:
      return nameOfMeasure(words, project, ranking.estimates, name)
  }
}
