export { exportProject, FORMAT as EXPORT_FORMAT } from './export.ts'
export { type ImportedProject, importProject } from './import.ts'
export { exportInvalid } from './problems.ts'
