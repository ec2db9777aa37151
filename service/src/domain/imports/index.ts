export { MOST_RUNNING, MOST_WAITING } from './bounds.ts'
export {
  type ColumnMap,
  guessColumns,
  ROW_TYPES,
  type RowType,
  readColumnMap,
  TARGETS_OF,
  type Target,
} from './formats/columns.ts'
export { DATE_ORDERS, type DateOrder } from './formats/dates.ts'
export { asOneDocument, JSON_FILE } from './formats/document.ts'
export { FORMATS, type Format, readFormat } from './formats/formats.ts'
export { readNdjson } from './formats/ndjson.ts'
export { IMPORT_STATES, type Import, type ImportState, type LineFault, MADE, progressOf } from './import.ts'
export { importJson } from './import-json.ts'
export { howFar, importById, listImports, listRealImports, startImport, undoImport } from './imports.ts'
export { importState, importUnreadable } from './problems.ts'
export type { ReadLine } from './read-record.ts'
export { type ImportOptions, receiveImport } from './receive.ts'
export { type ImportRecord, RECORD_TYPES } from './record.ts'
export { advanceImport, advanceImports, giveUpImports, sweepImports, sweepLostRows } from './run.ts'
export { ImportSource, sourceIn } from './source.ts'
export { selectBacklog as importBacklog } from './store.ts'
export { checkUpload, type StartChoice, startChecked } from './uploads/check.ts'
export { columnNames, type Look, lookAtUpload } from './uploads/look.ts'
export { countImportedVotes, countNamed, type Named } from './uploads/named.ts'
export {
  isWhole,
  MOST_UPLOAD_BYTES,
  PIECE_BYTES,
  sizeOf as sizeOfUpload,
  type Upload,
  type UploadChoice,
  type UploadedFile,
} from './uploads/upload.ts'
export {
  addPiece,
  changeUpload,
  discardChecked,
  discardUpload,
  forgetUploads,
  type IncomingFile,
  listUploads,
  openUpload,
  receiveUpload,
  sweepUploads,
  uploadById,
} from './uploads/uploads.ts'
