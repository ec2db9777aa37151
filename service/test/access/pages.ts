import { holdersOf, isAtLeast, PERMISSIONS, type Permission, ROLES, type Role } from '../../src/domain/call/index.ts'
import type { DeclaredRoute } from '../../src/surfaces/console/index.ts'
import { FORMS_FROM_ANYWHERE, GET_ROUTES, POST_ROUTES } from '../board/routes.ts'

/* Who may do what on the board, in the console and on the command line. A test checks each line on the running service. */

/** What a page or form of a board needs; the gate of a private board is open to everybody. */
type BoardNeed = 'open' | 'board:read' | 'board:take_part'

const OPEN_PAGES = [
  '/accent.css',
  '/icon.svg',
  '/worker.js',
  '/offline',
  '/robots.txt',
  '/continue',
  '/mail/:link',
  '/mail/team/:link',
  '/sso/callback',
  '/sign-in',
]
const OPEN_FORMS = ['/sso/start', '/sso/callback', '/continue/look', '/continue', '/sign-out', '/choices']
const PAGES_OF_USERS = [
  '/me',
  '/me/data.json',
  '/me/ideas',
  '/me/votes',
  '/me/follows',
  '/me/notifications',
  '/me/notifications/latest.json',
]

export interface BoardRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly needs: BoardNeed
}

export const BOARD_ROUTES: readonly BoardRoute[] = [
  ...GET_ROUTES.filter((path) => path !== '/nothing/here').map((path) => ({
    method: 'GET' as const,
    path,
    needs: needOfPage(path),
  })),
  ...POST_ROUTES.map((path) => ({
    method: 'POST' as const,
    path,
    needs: OPEN_FORMS.includes(path) ? ('open' as const) : ('board:take_part' as const),
  })),
  ...FORMS_FROM_ANYWHERE.map((path) => ({ method: 'POST' as const, path, needs: 'open' as const })),
]

function needOfPage(path: string): BoardNeed {
  if (OPEN_PAGES.includes(path) || path.startsWith('/assets/')) return 'open'
  return PAGES_OF_USERS.includes(path) ? 'board:take_part' : 'board:read'
}

export const BOARD_CALLERS = ['visitor', 'user', 'visitor of a private board', 'user of a private board'] as const
export type BoardCaller = (typeof BOARD_CALLERS)[number]

export function mayOnBoard(caller: BoardCaller, needs: BoardNeed): boolean {
  if (needs === 'open' || caller.startsWith('user')) return true
  return needs === 'board:read' && caller === 'visitor'
}

export function isHeldBy(role: Role, permission: Permission): boolean {
  const { role: least } = holdersOf(permission)
  return least !== undefined && isAtLeast(role, least)
}

const mark = (isAllowed: boolean, code: string) => (isAllowed ? '✓' : `\`${code}\``)
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The part of docs/reference/access.md about people. */
export function aboutPeople(console: readonly DeclaredRoute[], commands: readonly string[]): string {
  const permissions = Object.keys(PERMISSIONS).map((name) => {
    const { visitor, user, scope, role, ownsAll } = holdersOf(name as Permission) // they are its keys
    return [
      `\`${name}\``,
      visitor ? 'public boards' : '',
      user ? '✓' : '',
      scope ? `\`${scope}\`` : '',
      role ?? '',
      ownsAll || role ? '✓' : '',
      '✓',
    ]
  })
  const board = BOARD_ROUTES.map(({ method, path, needs }) => [
    `${method} ${path}`,
    ...BOARD_CALLERS.map((caller) => mark(mayOnBoard(caller, needs), 'session_required')),
  ])
  const pages = console.flatMap(({ method, path, needs }) =>
    needs
      ? [
          [
            `${method} ${path}`,
            needs.map((need) => `\`${need}\``).join(' '),
            ...ROLES.map((role) =>
              mark(
                needs.every((need) => isHeldBy(role, need)),
                'role_missing',
              ),
            ),
            '`not_found`',
            '`operator_required`',
          ],
        ]
      : [],
  )
  return `
## Permissions

Every surface asks the same table. An operator has a permission by the role named or one that may do more.

${table(['permission', 'visitor', 'user', 'scope of a secret key', 'role', 'owner of everything', 'the service itself'], permissions)}

## The board

${table(['page or form', ...BOARD_CALLERS], board)}

## The console

${table(['page or form', 'needs', ...ROLES, 'owner of another project', 'nobody'], pages)}

## The command line

A command runs as the service itself: whoever can reach the service's database may do everything. ${commands.map((name) => `\`${name}\``).join(', ')}.
`
}
