export { readRoadmap } from './roadmap.ts'
