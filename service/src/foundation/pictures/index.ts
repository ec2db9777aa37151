export { type Drawing, drawPng } from './draw-png.ts'
export { pictureProblems, pictureTooLarge, pictureTypeUnsupported, pictureUnreadable } from './problems.ts'
export { measurePicture, type Picture, readPicture } from './read-picture.ts'
