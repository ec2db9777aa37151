export { type DumpOptions, dump } from './dump.ts'
export { type Contents, type LoadOptions, load, verify } from './load.ts'
