export { type ExportOptions, exportProject, FORMAT as EXPORT_FORMAT } from './export.ts'
export { type ImportedProject, importProject } from './import.ts'
export { exportInvalid, exportRunning } from './problems.ts'
