import { createHash } from 'node:crypto'

/** A text that is prepared under a name; without a name it is planned again at each use. */
export interface Prepared {
  readonly name?: string
  readonly text: string
}

/** Runs a statement on the pool, on a connection for look-ups, or on the one connection of a transaction. */
export type Run = (statement: Prepared, values: unknown[], kind: StatementKind) => Promise<unknown[]>

/** What `asLookUp` and `asSearch` say; most statements are neither. */
export type StatementKind = 'look-up' | 'search' | 'statement'

/**
 * A statement is its template: values become parameters, a nested template becomes part of the text, and each distinct
 * text is prepared once on every connection. There is no way to put a value into the text.
 */
export type Sql = <Rows extends unknown[] = Record<string, unknown>[]>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Query<Rows>

/** Represents a value in the path of a statement. */
const VALUE = Symbol('value')

/**
 * How statements are put together, as a tree: one step for each template and each value, in the order of the text. Templates are the same
 * objects at every call, so a statement that was put together before is found without writing its text.
 */
class Shape {
  readonly #next = new Map<TemplateStringsArray | typeof VALUE, Shape>()
  prepared: Required<Prepared> | undefined
  /** The same without a name. One object for all runs: what is known of its rows is kept by it. */
  unnamed: Prepared | undefined

  after(step: TemplateStringsArray | typeof VALUE): Shape {
    const known = this.#next.get(step)
    if (known) return known
    const shape = new Shape()
    this.#next.set(step, shape)
    return shape
  }
}

const nothing = new Shape()

export function sqlOn(run: Run): Sql {
  return (strings, ...values) => new Query(run, strings, values)
}

/** Runs when awaited, and only then; until that it can be part of another statement. */
export class Query<Rows extends unknown[]> implements PromiseLike<Rows> {
  readonly #run: Run
  readonly #strings: TemplateStringsArray
  readonly #values: readonly unknown[]
  #planAnew = false
  #kind: StatementKind = 'statement'

  constructor(run: Run, strings: TemplateStringsArray, values: readonly unknown[]) {
    this.#run = run
    this.#strings = strings
    this.#values = values
  }

  /**
   * Plans for the values of this run, instead of once for all values: useful if a rare word and a common one need different plans.
   */
  plannedAnew(): this {
    this.#planAnew = true
    return this
  }

  /**
   * Reads a few rows by an index, whatever the values are, and writes nothing. So it may have one plan for all values, be sent together with look-ups of
   * other requests, and be sent again.
   */
  asLookUp(): this {
    this.#kind = 'look-up'
    return this
  }

  /** It computes for milliseconds. The more of them run at once, the longer each takes, so a project has at most half of its connections for them. */
  asSearch(): this {
    this.#kind = 'search'
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a statement runs it
  then<Value = Rows, Failure = never>(
    onRows?: ((rows: Rows) => Value | PromiseLike<Value>) | null,
    onFailure?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Value | Failure> {
    const values: unknown[] = []
    const shape = this.#collect(nothing, values)
    shape.prepared ??= prepare(this.#write({ values: 0 }))
    shape.unnamed ??= { text: shape.prepared.text }
    const statement = this.#planAnew ? shape.unnamed : shape.prepared
    // The caller declares the shape of its rows, beside the statement that returns them.
    const rows = this.#run(statement, values, this.#kind) as Promise<Rows>
    return rows.then(onRows, onFailure)
  }

  /** Collects the values in the order of the text, and returns the end of the path. */
  #collect(before: Shape, values: unknown[]): Shape {
    let shape = before.after(this.#strings)
    for (const value of this.#values) {
      if (value instanceof Query) shape = value.#collect(shape, values)
      else {
        values.push(value)
        shape = shape.after(VALUE)
      }
    }
    return shape
  }

  #write(written: { values: number }): string {
    let text = this.#strings[0] ?? ''
    for (const [place, value] of this.#values.entries()) {
      text += value instanceof Query ? value.#write(written) : `$${++written.values}`
      text += this.#strings[place + 1] ?? ''
    }
    return text
  }
}

function prepare(text: string): Required<Prepared> {
  return { name: nameOf(text), text }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
