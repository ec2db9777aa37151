export { openSession } from './exchange.ts'
