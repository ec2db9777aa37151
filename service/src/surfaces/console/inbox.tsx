import type { ConsoleContext } from './context.ts'
import type { ConsoleRoutes } from './routes.ts'

export function inboxRoutes(_routes: ConsoleRoutes, _context: ConsoleContext): void {}
