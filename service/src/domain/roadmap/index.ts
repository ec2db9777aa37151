export { type RoadmapColumn, readRoadmap } from './roadmap.ts'
