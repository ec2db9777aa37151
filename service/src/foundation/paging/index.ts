export { type Cursors, cursorsSignedBy, openCursors } from './cursors.ts'
export { type Page, type PageRequest, type PositionPlace, pageByPosition, pageOf, type Weighed } from './page.ts'
export { cursorInvalid } from './problems.ts'
export { lightEnough, MOST_BYTES_A_PAGE, rowsFor } from './store.ts'
