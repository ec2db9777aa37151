import { scaleBand, scaleLinear } from 'd3-scale'
import { onFirstUse } from '../../../../../../ui/on-first-use.ts'
import type { ProjectView } from '../../shared/view.ts'
import { Plot } from './plot.tsx'

/** About as wide as a phone, so that letters keep their size there. */
const WIDTH = 400
const HEIGHT = 160
const EDGE = { top: 22, end: 4, bottom: 22, start: 32 }

export interface Point {
  /** The first day of the bar, as 2026-01-31. */
  readonly day: string
  readonly value: number
}

interface ByDayProps {
  readonly view: ProjectView
  readonly id: string
  readonly title: string
  readonly points: readonly Point[]
}

/** One bar a day, or a week. The value of a bar shows when it is pointed at or focused; the script moves the focus by arrow keys. */
export function ByDay({ view, id, title, points }: ByDayProps) {
  const { words } = view
  const total = points.reduce((sum, { value }) => sum + value, 0)
  const most = Math.max(0, ...points.map(({ value }) => value))
  const x = scaleBand(
    points.map(({ day }) => day),
    [EDGE.start, WIDTH - EDGE.end],
  ).paddingInner(0.2)
  const y = scaleLinear([0, Math.max(1, most)], [HEIGHT - EDGE.bottom, EDGE.top]).nice(4)
  const labels = [points[0], points[Math.floor(points.length / 2)], points.at(-1)]
  return (
    <Plot
      view={view}
      id={id}
      title={title}
      summary={words.say('numbers_summary', { title, total, most })}
      width={WIDTH}
      height={HEIGHT}
      columns={[words.say('numbers_from'), title]}
      rows={points.map(({ day, value }) => [day, value])}
      isGroup
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g class="tick">
            <line x1={EDGE.start} x2={WIDTH - EDGE.end} y1={y(tick)} y2={y(tick)} />
            <text x={EDGE.start - 6} y={y(tick)} dy="0.32em" text-anchor="end">
              {words.number(tick)}
            </text>
          </g>
        ))}
      {labels.map((point, place) => (
        <text
          class="day"
          x={point ? (x(point.day) ?? 0) + x.bandwidth() / 2 : 0}
          y={HEIGHT - 6}
          text-anchor={place === 0 ? 'start' : place === 1 ? 'middle' : 'end'}
        >
          {point && days().format(new Date(point.day))}
        </text>
      ))}
      {points.map(({ day, value }, place) => {
        const start = x(day) ?? 0
        const text = words.say('numbers_value', { day: days().format(new Date(day)), n: value })
        const middle = Math.min(Math.max(start + x.bandwidth() / 2, EDGE.start + 30), WIDTH - EDGE.end - 30)
        return (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is focused to be read, and does nothing
          <g class="day-bar" role="img" aria-label={text} tabindex={place === points.length - 1 ? 0 : -1}>
            <rect class="reach" x={start} y={EDGE.top} width={x.step()} height={HEIGHT - EDGE.bottom - EDGE.top} />
            <rect class="bar" x={start} y={y(value)} width={x.bandwidth()} height={y(0) - y(value)} />
            <text class="value" x={middle} y={12} text-anchor="middle">
              {text}
            </text>
          </g>
        )
      })}
    </Plot>
  )
}

const days = onFirstUse(() => new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }))
