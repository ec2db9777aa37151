import type { ConsoleContext } from './context.ts'
import type { ConsoleRoutes } from './routes.ts'

export function userRoutes(_routes: ConsoleRoutes, _context: ConsoleContext): void {}
