export { renderText, renderTextAgain } from './files.ts'
export { deleteFilesAt, deleteFilesOf, markFiles } from './store.ts'
