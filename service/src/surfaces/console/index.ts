export { CONSOLE_PATH, CONSOLE_POLICY, consoleSurface } from './console.tsx'
export type { DeclaredRoute } from './shared/routing.ts'
