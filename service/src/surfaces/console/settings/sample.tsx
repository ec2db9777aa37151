import type { Tones } from '../../pages/index.ts'
import { Sentence } from '../shared/sentence.tsx'
import type { ProjectView } from '../shared/view.ts'

interface ColorSampleProps {
  readonly view: ProjectView
  readonly name: string
  readonly scheme: 'light' | 'dark'
  readonly tones: Tones
}

/** The other colours of the board, from ui/tokens.css. */
const INKS = {
  light: { ink: '#18181b', soft: '#56565e', raised: '#ffffff', line: '#e3e3e6' },
  dark: { ink: '#ededf0', soft: '#a6a6b0', raised: '#17171a', line: '#2d2d33' },
} as const

/** A small board, drawn: colours are attributes here, since the policy of the pages allows no style in markup. */
export function ColorSample({ view, name, scheme, tones }: ColorSampleProps) {
  const { ink, soft, raised, line } = INKS[scheme]
  const title = [...name].slice(0, 18).join('')
  return (
    <figure data-scheme={scheme}>
      <svg viewBox="0 0 320 190" role="img" aria-label={view.words.say(`settings_sample_${scheme}`)} class="sample">
        <rect width="320" height="190" rx="12" fill={tones.paper} stroke={line} />
        <rect x="16" y="14" width="26" height="26" rx="8" data-tone="accent" fill={tones.accent} stroke="none" />
        <text x="29" y="32" text-anchor="middle" class="letter" data-tone="on" fill={tones.on} id={`letter-${scheme}`}>
          {([...name][0] ?? '').toUpperCase()}
        </text>
        <text x="52" y="32" class="strong" fill={ink} id={`name-${scheme}`}>
          {title}
        </text>
        <rect x="212" y="13" width="92" height="28" rx="14" data-tone="accent" fill={tones.accent} stroke="none" />
        <text x="258" y="31" text-anchor="middle" class="strong" data-tone="on" fill={tones.on}>
          {view.words.say('settings_sample_new')}
        </text>
        <Row
          view={view}
          y={58}
          title={view.words.say('settings_sample_first')}
          votes="128"
          isVoted
          tones={tones}
          inks={{ ink, soft, raised, line }}
        />
        <Row
          view={view}
          y={120}
          title={view.words.say('settings_sample_second')}
          votes="64"
          tones={tones}
          inks={{ ink, soft, raised, line }}
        />
      </svg>
      <figcaption class="soft">
        <Sentence
          view={view}
          of={`settings_contrast_${scheme}`}
          with={{
            accent: <span data-says="accent">{tones.accent}</span>,
            contrast: <span data-says="contrast">{tones.contrast.toFixed(1)}</span>,
          }}
        />
      </figcaption>
    </figure>
  )
}

interface RowProps {
  readonly view: ProjectView
  readonly y: number
  readonly title: string
  readonly votes: string
  readonly isVoted?: boolean
  readonly tones: Tones
  readonly inks: Readonly<Record<'ink' | 'soft' | 'raised' | 'line', string>>
}

function Row({ view, y, title, votes, isVoted = false, tones, inks }: RowProps) {
  const mark = isVoted ? { 'data-tone': 'on', fill: tones.on } : { fill: inks.ink }
  const arrow = isVoted ? { ...mark, stroke: 'none' } : { fill: 'none', stroke: inks.ink }
  return (
    <>
      <rect x="16" y={y} width="288" height="54" rx="10" fill={inks.raised} stroke={inks.line} />
      <path
        d={`M36 ${y + 8}h24a10 10 0 0 1 10 10v18a10 10 0 0 1 -10 10h-31a3 3 0 0 1 -3 -3v-25a10 10 0 0 1 10 -10z`}
        {...(isVoted
          ? { 'data-tone': 'accent', 'data-edge': 'accent', fill: tones.accent, stroke: tones.accent }
          : { fill: inks.raised, stroke: inks.line })}
      />
      <path d={`M42.5 ${y + 23} l5.5 -6 l5.5 6 z`} stroke-linejoin="round" {...arrow} />
      <text x="48" y={y + 39} text-anchor="middle" class="strong" {...mark}>
        {votes}
      </text>
      <text x="84" y={y + 24} class="strong" fill={inks.ink}>
        {title}
      </text>
      <text x="84" y={y + 41} fill={inks.soft}>
        {view.words.say(isVoted ? 'settings_sample_voted' : 'settings_sample_comments')}
      </text>
    </>
  )
}
