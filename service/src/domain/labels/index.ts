export { COLOR_IS, Color, foldName, isColor, LabelName, NO_COLOR, readColor, readName } from './labels.ts'
export { limitReached, nameTaken } from './problems.ts'
