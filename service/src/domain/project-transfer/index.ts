export { type ExportOptions, exportProject } from './export.ts'
export { type ImportedProject, importProject } from './import.ts'
export { exportInvalid, exportRunning } from './problems.ts'
