export { listRejections, noteRejection } from './rejections.ts'
