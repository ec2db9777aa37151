export { REFERENCE_POLICY, referenceSurface } from './reference.tsx'
