export { openWakeUps, type WakeUps } from './wake-ups.ts'
