export { listRejections, noteRejection, type Rejection } from './rejections.ts'
