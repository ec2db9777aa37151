export { meterRequests, type RequestMeter } from './meter-requests.ts'
export { meterSteps, type StepMeter } from './meter-steps.ts'
