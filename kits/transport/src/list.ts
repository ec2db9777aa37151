import { unexpectedAnswer } from './answer.ts'
import type { Page } from './api.ts'

/** A list that is read on demand: `for await` reads page after page, `page()` reads one. */
export interface List<Item, OnePage extends Page<Item> = Page<Item>> extends AsyncIterable<Item> {
  /** The first page, or the page of a `next_cursor`. */
  page(cursor?: string): Promise<OnePage>
}

export function listOf<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): List<Item> {
  // If an engine lacks the symbol, as Hermes long did, compiled `for await` loops look for this name.
  const iterable = Symbol.asyncIterator ?? '@@asyncIterator'
  return { page: read, [iterable]: () => itemsOf(read) } as unknown as List<Item> // under whichever name
}

/** By hand instead of an async generator, which Hermes does not have. */
function itemsOf<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): AsyncIterator<Item, undefined> {
  let page: Page<Item> | undefined
  let at = 0
  const end = { done: true, value: undefined } as const
  const step = async (): Promise<IteratorResult<Item, undefined>> => {
    while (!page || at >= page.data.length) {
      if (page?.next_cursor === null) return end
      page = await read(page?.next_cursor)
      // Whoever is on the way may have answered.
      if (!page.data) throw unexpectedAnswer(200)
      at = 0
    }
    at += 1
    return { done: false, value: page.data[at - 1] as Item } // the loop above left only when there is one
  }
  let last: Promise<IteratorResult<Item, undefined>> = Promise.resolve(end)
  const queue = (work: typeof step) => {
    last = last.then(work) // a step begins when the one before is done, even if the caller does not wait
    return last
  }
  return {
    next: () => queue(step),
    return: () =>
      queue(async () => {
        page = { data: [], next_cursor: null }
        return end
      }),
  }
}
