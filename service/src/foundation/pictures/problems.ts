import type { ProblemKind } from '../problems/index.ts'

export const pictureTypeUnsupported = {
  code: 'picture_type_unsupported',
  status: 415,
  title: 'This is not a picture of a kind that is accepted.',
  remedy: 'Send a PNG, JPEG, WebP or GIF. What counts is what the file holds, not its name.',
} as const satisfies ProblemKind

export const pictureTooLarge = {
  code: 'picture_too_large',
  status: 413,
  title: 'The picture has too many pixels or too many frames.',
  remedy: 'Send one of at most 40 megapixels, all frames together, and at most 500 frames.',
} as const satisfies ProblemKind

export const pictureUnreadable = {
  code: 'picture_unreadable',
  status: 422,
  title: 'The picture is damaged or incomplete.',
  remedy: 'Open it in a program for pictures, save it anew, and send that file.',
} as const satisfies ProblemKind

/** All problems that `readPicture` throws. */
export const pictureProblems: readonly ProblemKind[] = [pictureTypeUnsupported, pictureTooLarge, pictureUnreadable]
