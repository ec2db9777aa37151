import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  type Ending,
  expectedOutcome,
  forgetUser,
  IN_PROGRESS,
  type OnceModel,
  type Outcome,
  type Sent,
} from './once-model.ts'

/** The mechanism on a real database, with the clock of the sequence. */
export interface RealOnce {
  now: number
  send(sent: Sent, ending: Ending, meanwhile?: () => Promise<void>): Promise<Outcome>
  forgetUser(): Promise<void>
  sweep(): Promise<void>
}

type Command = fc.AsyncCommand<OnceModel, RealOnce>
type Run = Command['run']

const command = (name: string, run: Run): Command => ({ check: () => true, run, toString: () => name })

const sent = fc.record<Sent>({
  caller: fc.constantFrom('user', 'server'),
  key: fc.constantFrom('a', 'b'),
  what: fc.nat({ max: 4 }),
})
const ending = fc.oneof(
  { weight: 120, arbitrary: fc.constant<Ending>('done') },
  { weight: 60, arbitrary: fc.constant<Ending>('refused') },
  { weight: 40, arbitrary: fc.constantFrom<Ending>('throws', 'statement fails') },
  { weight: 1, arbitrary: fc.constant<Ending>('connection lost') }, // rare: each costs a new backend
)

const send = fc.tuple(sent, ending).map(([sent, ending]) =>
  command(`send(${JSON.stringify(sent)}, ${ending})`, async (model, real) => {
    expect(await real.send(sent, ending)).toEqual(expectedOutcome(model, sent, ending))
  }),
)

const repeat = fc.tuple(sent, ending, fc.integer({ min: 2, max: 3 })).map(([sent, ending, times]) =>
  command(`repeat(${JSON.stringify(sent)}, ${ending}, ${times})`, async (model, real) => {
    for (let time = 0; time < times; time += 1) {
      expect(await real.send(sent, ending)).toEqual(expectedOutcome(model, sent, ending))
    }
  }),
)

/** The second comes while the first is in the middle of its work, if that runs at all. */
const overlap = fc.tuple(sent, ending, fc.nat({ max: 4 })).map(([sent, ending, what]) =>
  command(`overlap(${JSON.stringify(sent)}, ${ending}, ${what})`, async (model, real) => {
    const begun = Promise.withResolvers<'begun'>()
    const gate = Promise.withResolvers<void>()
    const first = real.send(sent, ending, () => {
      begun.resolve('begun')
      return gate.promise
    })
    const running = (await Promise.race([begun.promise, first])) === 'begun'
    const second = await real.send({ ...sent, what }, 'done')
    gate.resolve()
    expect(await first).toEqual(expectedOutcome(model, sent, ending))
    expect(second).toEqual(running ? IN_PROGRESS : expectedOutcome(model, { ...sent, what }, 'done'))
  }),
)

/** Both at once, as the machine will have it: some order of them explains what was answered. */
const together = fc.tuple(sent, ending, fc.nat({ max: 4 })).map(([sent, ending, what]) =>
  command(`together(${JSON.stringify(sent)}, ${ending}, ${what})`, async (model, real) => {
    const both = [sent, { ...sent, what }]
    const outcomes = await Promise.all(both.map((each) => real.send(each, ending)))
    const answered = both
      .map((sent, place) => ({ sent, outcome: outcomes[place] }))
      .filter(({ outcome }) => !isDeepStrictEqual(outcome, IN_PROGRESS))
    expect(answered.length).toBeGreaterThan(0)
    const fitting = [answered, answered.toReversed()].find((order) => {
      const tried = structuredClone(model)
      return order.every(({ sent, outcome }) => isDeepStrictEqual(expectedOutcome(tried, sent, ending), outcome))
    })
    expect(fitting, JSON.stringify(outcomes)).toBeDefined()
    for (const { sent } of fitting ?? []) expectedOutcome(model, sent, ending)
  }),
)

const DAY_MS = 24 * 60 * 60 * 1000
const advance = fc
  .oneof(
    fc.constantFrom(1, 1000, DAY_MS / 2, DAY_MS - 1000, DAY_MS - 1, DAY_MS, DAY_MS + 1),
    fc.nat({ max: 2 * DAY_MS }),
  )
  .map((ms) =>
    command(`advance(${ms})`, async (model, real) => {
      model.now += ms
      real.now = model.now
    }),
  )

const forget = fc.constant(
  command('forgetUser()', async (model, real) => {
    forgetUser(model)
    await real.forgetUser()
  }),
)

/** Housekeeping changes nothing that anyone could notice. */
const sweep = fc.constant(command('sweep()', (_, real) => real.sweep()))

export const sequences = fc.commands([send, send, repeat, repeat, overlap, together, advance, advance, forget, sweep], {
  maxCommands: 10,
})
