import { openMemory } from '../../../foundation/memory/index.ts'

/** Draws each version once and keeps the newest. Requests for the same version wait for the same drawing; one that failed is drawn again. */
export function openDrawings(most: number): (version: string, draw: () => Promise<Buffer>) => Promise<Buffer> {
  const drawings = openMemory<Promise<Buffer>>({ most, freshMs: Number.POSITIVE_INFINITY })
  return (version, draw) => {
    const known = drawings.fresh(version)
    if (known) return known
    const drawing = draw()
    drawings.set(version, drawing)
    drawing.catch(() => drawings.forget(version))
    return drawing
  }
}
