import { scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import type { ComponentChildren } from 'preact'
import type { ProjectView } from '../../shared/view.ts'
import { Plot } from './plot.tsx'

/** About as wide as a phone, so that letters keep their size there. */
const WIDTH = 400
const ROW = 32
const LABEL_HEIGHT = 14
const MOST_LETTERS = 58

export interface Bar {
  readonly label: string
  /** The values of its pieces, in the order of `parts`. */
  readonly values: readonly number[]
}

interface BarsProps {
  readonly view: ProjectView
  readonly id: string
  readonly title: string
  readonly lead?: ComponentChildren
  readonly bars: readonly Bar[]
  /** The names of the pieces of each bar; one name for bars of one piece. */
  readonly parts: readonly string[]
}

/** Horizontal bars with their names above them, so that long names fit on small screens. */
export function Bars({ view, id, title, lead, bars, parts }: BarsProps) {
  const totals = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const x = scaleLinear([0, Math.max(1, ...totals)], [0, WIDTH - 44])
  const layers = stack<Bar, number>()
    .keys(parts.map((_, part) => part))
    .value(({ values }, part) => values[part] ?? 0)([...bars])
  const summary = bars.map(({ label }, place) => `${label}: ${view.words.number(totals[place] ?? 0)}`).join('; ')
  return (
    <Plot
      view={view}
      id={id}
      title={title}
      lead={lead}
      summary={`${title}. ${summary}`}
      width={WIDTH}
      height={Math.max(1, bars.length) * ROW}
      columns={[view.words.say('numbers_name'), ...parts]}
      rows={bars.map(({ label, values }) => [label, ...values])}
    >
      {bars.map((bar, place) => {
        const total = totals[place] ?? 0
        return (
          <g>
            <text class="label" x={0} y={place * ROW + LABEL_HEIGHT - 3}>
              {short(bar.label)}
            </text>
            {layers.map((layer, part) => {
              const [from, to] = layer[place] ?? [0, 0]
              return (
                <rect
                  class={`piece piece-${part % 6}`}
                  x={x(from)}
                  y={place * ROW + LABEL_HEIGHT + 2}
                  width={Math.max(0, x(to) - x(from))}
                  height={10}
                />
              )
            })}
            <text class="end" x={total === 0 ? 0 : x(total) + 6} y={place * ROW + LABEL_HEIGHT + 11}>
              {view.words.number(total)}
            </text>
          </g>
        )
      })}
    </Plot>
  )
}

/** The meaning of the colours. */
export function Legend({ parts }: { parts: readonly string[] }) {
  return (
    <ul class="legend">
      {parts.map((part, place) => (
        <li>
          <span class={`swatch piece-${place % 6}`} aria-hidden="true" />
          {part}
        </li>
      ))}
    </ul>
  )
}

function short(text: string): string {
  const letters = [...text]
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : text
}
