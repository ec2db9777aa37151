export { gather } from './gather.ts'
export { type Job, type Jobs, startJobs } from './jobs.ts'
export { type Loop, type RunningLoop, startLoop } from './loop.ts'
export { type Left, type Positions, runSteps, type Step, type StepOptions, type StepReport } from './steps.ts'
