import { EFFORT, isSmallestFirst, type Measure, measureOf, type RankedPost } from '../../../domain/decisions/index.ts'
import { shortened } from '../../pages/index.ts'
import type { ProjectView } from '../shared/view.ts'
import { type AskedDecision, decisionParams, nameOfMeasure, sayMeasure, sayTick } from './asked.ts'
import type { DecideProps } from './props.ts'
import { medianOf, type Scale, scaleOf } from './scale.ts'

export const MOST_DRAWN = 200
const MOST_LABELS = 6
const LABEL_LENGTH = 30
/** With fewer posts, a half of them says nothing. */
const LEAST_FOR_HALVES = 4
/** In percent of the plot, at its usual size. */
const LETTER_WIDTH = 1.15
const LABEL_HEIGHT = 6
/** Half of a point, and a little air. */
const BESIDE_POINT = 2

interface Point {
  readonly post: RankedPost
  readonly x: number
  readonly y: number
  /** In percent of the plot, from its left and its top. */
  readonly left: number
  readonly top: number
}

interface Drawing {
  readonly points: readonly Point[]
  readonly x: Scale
  readonly y: Scale
  readonly undrawn: number
  readonly isCut: boolean
}

type PlotProps = Pick<DecideProps, 'view' | 'asked' | 'ranking'>

/** Posts as points. Each is a link that opens the post beside the plot. Its width is that of the page, so everything in it stands in percent. */
export function Scatter(props: PlotProps) {
  const { view, asked, ranking } = props
  const { words } = view
  const drawing = draw(ranking.posts, asked)
  const nameOf = (measure: Measure) => nameOfMeasure(words, view.project, ranking.estimates, measure)
  const [x, y] = [nameOf(asked.x), nameOf(asked.y)]
  if (drawing.points.length === 0) {
    return (
      <div class="scatter-empty">
        <b>{words.say('decide_plot_empty')}</b>
        <span class="soft">{words.say('decide_plot_empty_why', { x, y })}</span>
      </div>
    )
  }
  const hasWhiskers = asked.x === 'share' || asked.y === 'share'
  return (
    <div class="scatter">
      <p class="scatter-axis">
        <span aria-hidden="true">↑</span> {y}
      </p>
      <nav class="scatter-area" aria-label={words.say('decide_plot_label', { x, y })}>
        <svg aria-hidden="true">
          <Grid asked={asked} drawing={drawing} />
          {drawing.points.length >= LEAST_FOR_HALVES && <Halves view={view} asked={asked} drawing={drawing} />}
        </svg>
        <svg role="presentation">
          <Points {...props} drawing={drawing} names={[x, y]} />
        </svg>
      </nav>
      <p class="scatter-axis scatter-across">
        {x} <span aria-hidden="true">→</span>
      </p>
      <p class="soft scatter-notes">
        {[
          drawing.points.length >= LEAST_FOR_HALVES && words.say('decide_dashes'),
          hasWhiskers && words.say('decide_whiskers'),
          drawing.isCut && words.say('decide_drawn_first', { n: MOST_DRAWN }),
          drawing.undrawn > 0 && words.say('decide_undrawn', { n: drawing.undrawn }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}

function draw(posts: readonly RankedPost[], asked: AskedDecision): Drawing {
  const whole = posts.flatMap((post) => {
    const [x, y] = [measureOf(post, asked.x), measureOf(post, asked.y)]
    return x === undefined || y === undefined ? [] : [{ post, x, y }]
  })
  const drawn = whole.slice(0, MOST_DRAWN)
  const ends = (measure: Measure) => (measure === 'share' ? drawn.map(({ post }) => post.share.high) : [])
  const x = scaleOf([...drawn.map((point) => point.x), ...ends(asked.x)])
  const y = scaleOf([...drawn.map((point) => point.y), ...ends(asked.y)])
  return {
    points: drawn.map((point) => ({ ...point, left: x.place(point.x), top: 100 - y.place(point.y) })),
    x,
    y,
    undrawn: posts.length - whole.length,
    isCut: whole.length > drawn.length,
  }
}

const percent = (number: number) => `${number}%`

function Grid({ asked, drawing: { x, y } }: { asked: AskedDecision; drawing: Drawing }) {
  return (
    <g class="scatter-grid">
      {y.ticks.map((tick) => {
        const top = percent(100 - y.place(tick))
        return (
          <>
            <line x1="0" x2="100%" y1={top} y2={top} />
            <text x="-8" y={top} dy="0.35em" text-anchor="end">
              {sayTick(asked.y, tick)}
            </text>
          </>
        )
      })}
      {x.ticks.map((tick) => {
        const left = percent(x.place(tick))
        return (
          <>
            <line x1={left} x2={left} y1="0" y2="100%" />
            <text x={left} y="100%" dy="1.5em" text-anchor="middle">
              {sayTick(asked.x, tick)}
            </text>
          </>
        )
      })}
    </g>
  )
}

/** Where half of the posts have less. If posts to the left cost less, the four parts have names. */
function Halves({ view: { words }, asked, drawing }: { view: ProjectView; asked: AskedDecision; drawing: Drawing }) {
  const left = drawing.x.place(medianOf(drawing.points.map(({ x }) => x)))
  const top = 100 - drawing.y.place(medianOf(drawing.points.map(({ y }) => y)))
  const hasCorners = asked.x === `field.${EFFORT}`
  return (
    <g class="scatter-halves">
      {hasCorners && <rect x="0" y="0" width={percent(left)} height={percent(top)} />}
      <line x1={percent(left)} x2={percent(left)} y1="0" y2="100%" />
      <line x1="0" x2="100%" y1={percent(top)} y2={percent(top)} />
      {hasCorners && (
        <>
          <text x="8" y="16">
            {words.say('decide_do_first')}
          </text>
          <text x="100%" dx="-8" y="16" text-anchor="end">
            {words.say('decide_plan')}
          </text>
          <text x="8" y="100%" dy="-8">
            {words.say('decide_extra')}
          </text>
          <text x="100%" dx="-8" y="100%" dy="-8" text-anchor="end">
            {words.say('decide_later')}
          </text>
        </>
      )}
    </g>
  )
}

interface PointsProps extends PlotProps {
  readonly drawing: Drawing
  readonly names: readonly [x: string, y: string]
}

/** The chosen one comes last, so that it is above the others. */
function Points({ view, asked, drawing, names }: PointsProps) {
  const labelled = labelsOf(drawing.points, isSmallestFirst(asked.x))
  const isChosen = ({ post }: Point) => post.number === asked.post
  const inOrder = [...drawing.points.filter((point) => !isChosen(point)), ...drawing.points.filter(isChosen)]
  return (
    <>
      {inOrder.map((point) => (
        <OnePoint
          view={view}
          asked={asked}
          drawing={drawing}
          names={names}
          point={point}
          look={
            isChosen(point) ? 'scatter-point chosen' : labelled.has(point) ? 'scatter-point named' : 'scatter-point'
          }
          side={labelled.get(point) ?? (point.left > 60 ? 'left' : 'right')}
        />
      ))}
    </>
  )
}

interface OnePointProps extends Omit<PointsProps, 'ranking'> {
  readonly point: Point
  readonly look: string
  readonly side: Side
}

function OnePoint({ view, asked, drawing, names, point, look, side }: OnePointProps) {
  const { words, base } = view
  const { post, left, top } = point
  const part = (name: string, measure: Measure, number: number) =>
    words.say('decide_point_part', { name, value: sayMeasure(measure, number) })
  const says = words.say('decide_point', {
    title: post.title,
    x: part(names[0], asked.x, point.x),
    y: part(names[1], asked.y, point.y),
  })
  return (
    <a
      class={look}
      href={`${base}/decide?${decisionParams({ ...asked, post: post.number })}#chosen`}
      aria-current={post.number === asked.post ? 'true' : undefined}
    >
      <title>{says}</title>
      {asked.y === 'share' && (
        <line
          x1={percent(left)}
          x2={percent(left)}
          y1={percent(100 - drawing.y.place(post.share.low))}
          y2={percent(100 - drawing.y.place(post.share.high))}
        />
      )}
      {asked.x === 'share' && (
        <line
          x1={percent(drawing.x.place(post.share.low))}
          x2={percent(drawing.x.place(post.share.high))}
          y1={percent(top)}
          y2={percent(top)}
        />
      )}
      <circle class="reach" cx={percent(left)} cy={percent(top)} r="12" />
      <circle cx={percent(left)} cy={percent(top)} r="6" />
      <text
        x={percent(left)}
        y={percent(top)}
        dx={side === 'left' ? -11 : 11}
        dy="0.35em"
        text-anchor={side === 'left' ? 'end' : 'start'}
      >
        {shortened(post.title, LABEL_LENGTH)}
      </text>
    </a>
  )
}

/** On which side of a point its name stands. */
type Side = 'left' | 'right'

/** The few best that have room for their names: far up, and far to the side where more is better. A name covers no point and no other name. */
function labelsOf(points: readonly Point[], isLessBetter: boolean): ReadonlyMap<Point, Side> {
  const goodness = ({ left, top }: Point) => 100 - top + (isLessBetter ? 100 - left : left)
  const best = points.toSorted((one, other) => goodness(other) - goodness(one))
  const taken = points.map(({ left, top }): Box => ({ from: left - BESIDE_POINT, to: left + BESIDE_POINT, top }))
  const named = new Map<Point, Side>()
  for (const point of best) {
    if (named.size >= MOST_LABELS) break
    const side = (['right', 'left'] as const).find((side) => {
      const box = labelBox(point, side)
      return box.from >= 0 && box.to <= 100 && !taken.some((other) => overlap(box, other))
    })
    if (!side) continue
    named.set(point, side)
    taken.push(labelBox(point, side))
  }
  return named
}

interface Box {
  readonly from: number
  readonly to: number
  readonly top: number
}

/** It begins beside the point, so it does not overlap the point's own box. */
function labelBox({ post, left, top }: Point, side: Side): Box {
  const width = shortened(post.title, LABEL_LENGTH).length * LETTER_WIDTH
  return side === 'right'
    ? { from: left + BESIDE_POINT, to: left + BESIDE_POINT + width, top }
    : { from: left - BESIDE_POINT - width, to: left - BESIDE_POINT, top }
}

function overlap(one: Box, other: Box): boolean {
  return one.from < other.to && other.from < one.to && Math.abs(one.top - other.top) < LABEL_HEIGHT
}
