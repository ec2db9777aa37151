export { COLOR_IS, Color, isColor, LabelName, NO_COLOR, readColor, readName } from './labels.ts'
export { limitReached, nameTaken } from './problems.ts'
