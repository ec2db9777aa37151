export { FileFault, readSealed } from './read.ts'
export { sealedStream, writeNewFile } from './write.ts'
