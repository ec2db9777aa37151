export { type ApiOptions, apiSurface } from './api.ts'
export { catalogue } from './catalogue.ts'
