export { meterRequests, type RequestMeter } from './meter-requests.ts'
export { meterSteps, type StepMeter } from './meter-steps.ts'
export { type Measured, type MetricsSum, sumMetrics } from './sum-metrics.ts'
