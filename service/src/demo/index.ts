export { type Demo, type DemoOptions, ensureDemo } from './demo.ts'
