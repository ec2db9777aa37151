export { runCommandLine, type Terminal } from './command-line.ts'
