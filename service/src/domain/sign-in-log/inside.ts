export { refusalJumps } from './jump.ts'
