import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { NUMBER, Plot } from './plot.tsx'

/** About as wide as a phone, so that letters keep their size there. */
const WIDTH = 400
const HEIGHT = 150
const EDGE = { top: 10, end: 8, bottom: 22, start: 32 }

export interface Point {
  /** The first day it stands for, as 2026-01-31. */
  readonly day: string
  readonly value: number
}

/** One number over time. */
export function OverTime({
  id,
  title,
  points,
  unit,
}: {
  id: string
  title: string
  points: readonly Point[]
  unit: string
}) {
  const total = points.reduce((sum, { value }) => sum + value, 0)
  const dates = points.map(({ day }) => new Date(`${day}T00:00:00Z`))
  const x = scaleUtc([dates[0] ?? new Date(0), dates.at(-1) ?? new Date(1)], [EDGE.start, WIDTH - EDGE.end])
  const top = Math.max(1, ...points.map(({ value }) => value))
  const y = scaleLinear([0, top], [HEIGHT - EDGE.bottom, EDGE.top]).nice(4)
  const at = (_: Point, place: number) => x(dates[place] ?? new Date(0))
  const value = (point: Point) => y(point.value)
  const surface = area<Point>(at, y(0), value).curve(curveMonotoneX)([...points])
  const edge = line<Point>(at, value).curve(curveMonotoneX)([...points])
  const peak = points.reduce<Point | undefined>(
    (best, point) => (best && best.value >= point.value ? best : point),
    undefined,
  )
  return (
    <Plot
      id={id}
      title={title}
      summary={`${title}: ${NUMBER.format(total)} ${unit} in all, at most ${NUMBER.format(peak?.value ?? 0)} from ${peak?.day ?? ''} on.`}
      width={WIDTH}
      height={HEIGHT}
      columns={['From', title]}
      rows={points.map(({ day, value }) => [day, value])}
    >
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g class="tick">
            <line x1={EDGE.start} x2={WIDTH - EDGE.end} y1={y(tick)} y2={y(tick)} />
            <text x={EDGE.start - 6} y={y(tick)} dy="0.32em" text-anchor="end">
              {NUMBER.format(tick)}
            </text>
          </g>
        ))}
      {x.ticks(4).map((tick) => (
        <text class="day" x={x(tick)} y={HEIGHT - 6} text-anchor="middle">
          {DAY.format(tick)}
        </text>
      ))}
      <path class="surface" d={surface ?? ''} />
      <path class="edge" d={edge ?? ''} />
    </Plot>
  )
}

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
