export { type Cursors, cursorsSignedBy, openCursors } from './cursors.ts'
export { type Page, type PageRequest, type PositionPlace, pageByPosition, pageOf, type Weighed } from './page.ts'
export { cursorInvalid } from './problems.ts'
export { lightEnough, rowsFor } from './store.ts'
