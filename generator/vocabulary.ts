import type { Random } from './random.ts'

/** Words that people use about products, the commonest first. */
export const PRODUCT_WORDS = `
app page list email user button search team dashboard report mode project export file account mobile table filter
notification calendar settings option view link screen message password login widget comment image mobile menu
dark theme import invoice payment customer template field form column chart keyboard shortcut integration webhook
upload download folder document attachment preview editor text color font layout sidebar header toolbar icon
language translation currency timezone date deadline reminder task board card label tag status priority assignee
workflow automation rule trigger approval permission role admin member guest workspace organization billing
subscription plan price discount coupon receipt refund tax order product catalog inventory shipping address map
location route contact phone chat call video audio meeting recording transcript note checklist spreadsheet row cell
formula sort group pivot graph metric analytics insight trend forecast budget expense timesheet hours payroll
employee candidate interview onboarding training course lesson quiz certificate score badge leaderboard feedback
survey poll vote rating review article blog feed podcast newsletter campaign audience segment funnel conversion
landing domain certificate server database backup restore migration archive history version branch commit release
deploy rollback monitoring alert incident uptime latency performance memory storage quota limit usage api token key
secret encryption audit compliance privacy consent cookie session device browser tablet watch printer scanner barcode
camera microphone speaker sensor offline sync cache queue batch bulk copy paste drag drop undo redo zoom scroll
resize split merge duplicate rename delete hide pin favorite bookmark share embed public private anonymous profile
avatar signature nickname username verification captcha passkey biometric fingerprint directory provider gateway
proxy firewall network bandwidth router cluster container cloud region tenant sandbox staging production snapshot
markdown latex syntax highlight snippet emoji sticker reaction thread mention channel inbox spam draft schedule
template signature footer banner popup tooltip modal drawer carousel gallery thumbnail watermark caption subtitle
playback timeline milestone roadmap backlog sprint estimate velocity burndown retrospective dependency blocker epic
`
  .trim()
  .split(/\s+/)

/** Stop words; nearly half of every text. */
export const SMALL_WORDS = `
the to and a in of for it is on with when this that be not we from as can if would are or have so by at an but my
which will all there more out into only very while then should where after before
`
  .trim()
  .split(/\s+/)

const ONSETS = 'b c d f g h j k l m n p r s t v w z br cr dr fl gr pl pr sh sl st th tr'.split(' ')
const NUCLEI = 'a e i o u ai ea io ou'.split(' ')
const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'rk', 'st']

/** Distinct words, the commonest first: words about products, then invented ones, which are like names and jargon for a search. */
export function makeVocabulary(size: number, random: Random): string[] {
  const words = new Set(PRODUCT_WORDS)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  while (words.size < size) {
    const syllables = 2 + Math.floor(random() * 2.4)
    let word = ''
    for (let syllable = 0; syllable < syllables; syllable += 1) word += pick(ONSETS) + pick(NUCLEI) + pick(CODAS)
    if (word.length >= 4) words.add(word)
  }
  return [...words].slice(0, size)
}

const SLOTS = 1 << 20
/** The flatness of the distribution's head: the commonest word is in about one of eight posts. */
const FLATNESS = 30

/** Draws places in the vocabulary as often as words of that rank are used (Zipf and Mandelbrot). */
export function zipf(size: number, random: Random): () => number {
  const weights = Float64Array.from({ length: size }, (_, rank) => 1 / (rank + FLATNESS))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const slots = new Uint32Array(SLOTS)
  let rank = 0
  let reached = weights[0] ?? 0
  for (let slot = 0; slot < SLOTS; slot += 1) {
    while (reached < ((slot + 0.5) / SLOTS) * sum && rank < size - 1) {
      rank += 1
      reached += weights[rank] ?? 0
    }
    slots[slot] = rank
  }
  return () => slots[Math.floor(random() * SLOTS)] ?? 0
}
