import type { Id } from '../../../foundation/ids/index.ts'
import type { ColumnMap } from '../formats/columns.ts'
import type { Format } from '../formats/formats.ts'

/** The largest upload of the console, and the largest request of the API; the command line takes more. */
export const MOST_UPLOAD_BYTES = 256 * 1_048_576
/** The size of all pieces of a file but the last. */
export const PIECE_BYTES = 2 * 1_048_576

export interface UploadedFile {
  readonly name: string
  readonly bytes: number
}

/** What a person chose for an upload. What is absent is guessed. */
export interface UploadChoice {
  readonly format?: Format | undefined
  readonly source?: string | undefined
  /** Without columns: they are guessed for rows of its type. */
  readonly map?: ColumnMap | undefined
}

/** A file that waits to become an import. Several files are one backup. */
export interface Upload extends UploadChoice {
  readonly id: Id<'upload'>
  readonly files: readonly UploadedFile[]
  /** How much of the files is here. */
  readonly storedBytes: number
  /** How far a check has read. */
  readonly readBytes: number
  /** `interrupted`: the process that checked it is gone. */
  readonly check: 'none' | 'under_way' | 'interrupted'
  /** Why the last check came to no end. */
  readonly failure: string | undefined
  /** The import that the last check made. */
  readonly importId: Id<'import'> | undefined
  /** The import that the check under way makes. */
  readonly checkingId: Id<'import'> | undefined
  readonly createdAt: Date
}

export function sizeOf({ files }: Pick<Upload, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Whether all of its files arrived to their end. */
export function isWhole(upload: Upload): boolean {
  return upload.files.length > 0 && upload.storedBytes === sizeOf(upload)
}
