import { openMemory } from '../../../foundation/memory/index.ts'

export interface Drawings {
  /** The drawing of this version, if it is there or begun. */
  known(version: string): Promise<Buffer> | undefined
  drawnOnce(version: string, draw: () => Promise<Buffer>): Promise<Buffer>
}

/** Draws each version once and keeps the newest. Requests for the same version wait for the same drawing; one that failed is drawn again. */
export function openDrawings(most: number): Drawings {
  const drawings = openMemory<Promise<Buffer>>({ most, freshMs: Number.POSITIVE_INFINITY })
  const known = (version: string) => drawings.fresh(version)
  return {
    known,
    drawnOnce: (version, draw) => {
      const begun = known(version)
      if (begun) return begun
      const drawing = draw()
      drawings.set(version, drawing)
      drawing.catch(() => drawings.forget(version))
      return drawing
    },
  }
}
