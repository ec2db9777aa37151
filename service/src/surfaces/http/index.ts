export { addressOf } from './address.ts'
export { createApp, type SurfaceOptions } from './app.ts'
export { parseBodiesAsJson } from './body.ts'
export { compress, compressJson, contentOnDemand, type StaticContent, staticContent } from './compression.ts'
export type { ConnectionLimits } from './connection.ts'
export { type Columns, type List, sendCsv } from './csv.ts'
export { type Directory, type Guesser, openDirectory } from './directory.ts'
export { etagOf, hasAlready } from './etag.ts'
export { FIELD_FILTERS, takeFieldFilters } from './field-query.ts'
export { type FormPart, partsAsTheyCome, readFileAsItComes } from './form-parts.ts'
export { type FrontDoor, type FrontDoorOptions, openFrontDoor, type Surface } from './front-door.ts'
export { countGuess, isRefusal } from './guesses.ts'
export * from './limits.ts'
export { knownAt, liveBeginning } from './live/beginning.ts'
export { type Channel as LiveChannel, type Live, type LiveSource, openLive } from './live/hub.ts'
export { type LiveSession, message as liveMessage } from './live/stream.ts'
export {
  bytesOfLines,
  hasFileForm,
  leaveFilesUnread,
  MOST_FORM_BYTES,
  readMixedForm,
  readOneFile,
} from './one-file.ts'
export { postColumns } from './post-columns.ts'
export { type ProblemWriter, problemWriter } from './problem-writer.ts'
export { pageHeaders, securityHeaders } from './security-headers.ts'
export { sendExport } from './send-export.ts'
export { editionOf, type Revalidation, revalidate } from './unchanged.ts'
