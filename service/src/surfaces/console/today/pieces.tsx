import { Instant } from '../../../../../ui/components.tsx'
import { inFull } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** How long ago in a few letters: "5 min", "3 h", "21 d". */
export function Age({ view: { words, now }, at }: { view: ProjectView; at: Date }) {
  const past = Math.max(0, now.getTime() - at.getTime())
  const [key, unit] =
    past < HOUR
      ? (['today_minutes', MINUTE] as const)
      : past < DAY
        ? (['today_hours', HOUR] as const)
        : past < YEAR
          ? (['today_days', DAY] as const)
          : (['today_years', YEAR] as const)
  return (
    <span class="today-age">
      <Instant at={at} title={inFull(at)}>
        {words.say(key, { n: Math.floor(past / unit) })}
      </Instant>
    </span>
  )
}

const WIDTH = 5
const HEIGHT = 20

interface SmallBarsProps {
  readonly view: ProjectView
  readonly values: readonly number[]
  /** The value of the highest bar; the same for all rows of a list, so that they can be compared. */
  readonly most: number
}

/** The votes of the last days, one bar a day, today at the end. The numbers appear under the pointer, and while the row has the focus. */
export function SmallBars({ view: { words }, values, most }: SmallBarsProps) {
  const sum = values.reduce((total, value) => total + value, 0)
  return (
    <span class="small-bars">
      <svg
        viewBox={`0 0 ${values.length * (WIDTH + 1)} ${HEIGHT}`}
        width={values.length * (WIDTH + 1)}
        aria-hidden="true"
      >
        {values.map((value, place) => {
          const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT)
          return <rect x={place * (WIDTH + 1)} y={HEIGHT - height} width={WIDTH} height={height} />
        })}
      </svg>
      <span class="bar-values">
        {words.say('today_in_a_week', { n: sum })}
        <span aria-hidden="true">: {values.map((value) => words.number(value)).join(' · ')}</span>
      </span>
    </span>
  )
}
