import { createHash } from 'node:crypto'

/** What runs a statement: the pool, or the one connection of a transaction. */
export type Run = (statement: { name?: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }>

/**
 * A statement is its template: values become parameters, a nested template becomes part of the text, and each distinct
 * text is prepared once on every connection. There is no way to put a value into the text.
 */
export type Sql = <Rows extends unknown[] = Record<string, unknown>[]>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Query<Rows>

interface Compiled {
  readonly name: string
  readonly text: string
}

const compiledOnce = new WeakMap<TemplateStringsArray, Compiled>()
/** Of statements with parts: as many as there are ways to put the parts together. */
const compiledByText = new Map<string, Compiled>()

export function sqlOn(run: Run): Sql {
  return (strings, ...values) => new Query(run, strings, values)
}

/** Runs when awaited, and only then; until that it can be part of another statement. */
export class Query<Rows extends unknown[]> implements PromiseLike<Rows> {
  readonly #run: Run
  readonly #strings: TemplateStringsArray
  readonly #values: readonly unknown[]
  #planAnew = false

  constructor(run: Run, strings: TemplateStringsArray, values: readonly unknown[]) {
    this.#run = run
    this.#strings = strings
    this.#values = values
  }

  /**
   * Plans for the values of this once, instead of once for all values: worth it where a rare word and a common one are best
   * looked up in different ways.
   */
  plannedAnew(): this {
    this.#planAnew = true
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a statement is what runs it
  then<Value = Rows, Failure = never>(
    onRows?: ((rows: Rows) => Value | PromiseLike<Value>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Value | Failure> {
    const values: unknown[] = []
    const { name, text } = this.#compile(values)
    // The caller states the shape of its rows; the statement beside it is what makes it true.
    return this.#run(this.#planAnew ? { text, values } : { name, text, values })
      .then(({ rows }) => rows as Rows)
      .then(onRows, onFailure)
  }

  #compile(values: unknown[]): Compiled {
    const fixed = !this.#values.some((value) => value instanceof Query)
    const known = fixed ? compiledOnce.get(this.#strings) : undefined
    if (known) {
      values.push(...this.#values)
      return known
    }
    const text = this.#write(values)
    const compiled = compiledByText.get(text) ?? { name: nameOf(text), text }
    if (fixed) compiledOnce.set(this.#strings, compiled)
    else compiledByText.set(text, compiled)
    return compiled
  }

  #write(values: unknown[]): string {
    let text = this.#strings[0] ?? ''
    for (const [place, value] of this.#values.entries()) {
      text += value instanceof Query ? value.#write(values) : `$${values.push(value)}`
      text += this.#strings[place + 1] ?? ''
    }
    return text
  }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
