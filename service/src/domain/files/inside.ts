export { readStored } from './bytes.ts'
export { filesNamedIn, picturesOf, renderText, renderTextAgain } from './files.ts'
export { deleteFilesAt, deleteFilesOf, markFiles, selectFilesShownBy as filesShownBy } from './store.ts'
