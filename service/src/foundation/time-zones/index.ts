export { isTimeZone, knownTimeZone } from './time-zones.ts'
