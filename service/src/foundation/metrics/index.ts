export { meterRequests, type RequestMeter } from './meter-requests.ts'
export { type Measured, type MetricsSum, sumMetrics } from './sum-metrics.ts'
