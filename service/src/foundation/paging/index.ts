export { type Cursors, cursorsSignedBy, openCursors } from './cursors.ts'
export { type Page, type PageRequest, pageOf } from './page.ts'
export { cursorInvalid } from './problems.ts'
export { rowsFor } from './store.ts'
