export { COMMAND_NAMES, runCommandLine } from './command-line.ts'
