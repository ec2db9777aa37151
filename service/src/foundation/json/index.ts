export { JsonFault, parseJson } from './parse-json.ts'
