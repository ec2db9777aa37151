export { REFERENCE_PATH, REFERENCE_POLICY, referenceSurface } from './reference.tsx'
