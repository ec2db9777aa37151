export { apiSurface } from './api.ts'
export { catalogue } from './catalogue.ts'
export type { ApiContext } from './context.ts'
export { readMethod } from './method.ts'
