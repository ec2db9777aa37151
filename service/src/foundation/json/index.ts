export { isObject, type JsonObject } from './json-object.ts'
export { JsonFault, parseJson } from './parse-json.ts'
