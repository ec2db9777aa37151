export { meterRequests, type RequestMeter } from './meter-requests.ts'
