export { type Id, type IdKind, idAt, idPattern, isId, newId } from './ids.ts'
