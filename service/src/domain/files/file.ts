import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall } from '../call/index.ts'
import { boardOriginOf } from '../projects/index.ts'
import { Text } from '../texts/index.ts'

/** The text that shows a file, or the project whose logo it is. */
export type Place = Id<'post'> | Id<'comment'> | Id<'changelogEntry'> | Id<'project'>

export interface File {
  readonly id: Id<'file'>
  /** In pixels, of the large size. */
  readonly width: number
  readonly height: number
}

/** The description of the picture, for people who cannot see it. */
export const PictureWords = Text(0, 200, 'What the picture shows.')

export type FileSize = 'large' | 'small'

/** A picture whose bytes are here, or with the object storage. */
export interface StoredPicture extends File {
  readonly large?: Buffer
  readonly small?: Buffer
}

export function fileUrl({ places, project }: Pick<ProjectCall, 'places' | 'project'>, id: Id<'file'>): string {
  return `${boardOriginOf(places, project)}${filePath(id)}`
}

/** The path of a file on the project's board. */
export function filePath(id: Id<'file'>): string {
  return `/files/${id}`
}
