import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { Permission } from '../../../domain/call/index.ts'
import type { IconName } from './icons.tsx'

/** A page of a project that can be reached from everywhere. */
export interface Section {
  /** The part after the project's slug. */
  readonly path: string
  readonly name: ConsoleKey
  readonly needs: Permission
  readonly icon: IconName
}

/** In groups: daily work comes first. */
export const SECTIONS: readonly (readonly [group: ConsoleKey, sections: readonly Section[]])[] = [
  [
    'shared_nav_board',
    [
      { path: '', name: 'shared_nav_today', needs: 'moderation:read', icon: 'today' },
      { path: '/posts', name: 'shared_nav_posts', needs: 'posts:read', icon: 'posts' },
      { path: '/users', name: 'shared_nav_users', needs: 'users:read', icon: 'users' },
      { path: '/roadmap', name: 'shared_nav_roadmap', needs: 'posts:read', icon: 'roadmap' },
      { path: '/changelog', name: 'shared_nav_changelog', needs: 'changelog:write', icon: 'changelog' },
      { path: '/numbers', name: 'shared_nav_numbers', needs: 'numbers:read', icon: 'numbers' },
      { path: '/insights', name: 'shared_nav_insights', needs: 'insights:read', icon: 'insights' },
      { path: '/decide', name: 'shared_nav_decide', needs: 'insights:read', icon: 'decide' },
    ],
  ],
  [
    'shared_nav_sign_in',
    [
      { path: '/setup', name: 'shared_nav_setup', needs: 'signing_keys:write', icon: 'setup' },
      { path: '/keys', name: 'shared_nav_keys', needs: 'signing_keys:read', icon: 'signing_keys' },
      { path: '/sign-ins', name: 'shared_nav_sign_ins', needs: 'signing_keys:read', icon: 'sign_ins' },
    ],
  ],
  [
    'shared_nav_project',
    [
      { path: '/categories', name: 'shared_nav_categories', needs: 'categories:write', icon: 'categories' },
      { path: '/fields', name: 'shared_nav_fields', needs: 'fields:write', icon: 'fields' },
      { path: '/segments', name: 'shared_nav_segments', needs: 'segments:read', icon: 'segments' },
      { path: '/statuses', name: 'shared_nav_labels', needs: 'project:write', icon: 'labels' },
      { path: '/settings', name: 'shared_nav_settings', needs: 'project:write', icon: 'settings' },
      { path: '/secret-keys', name: 'shared_nav_secret_keys', needs: 'secret_keys:write', icon: 'secret_keys' },
      { path: '/webhooks', name: 'shared_nav_webhooks', needs: 'webhooks:read', icon: 'webhooks' },
      { path: '/mail', name: 'shared_nav_mail', needs: 'mails:manage', icon: 'mail' },
      { path: '/people', name: 'shared_nav_people', needs: 'people:read', icon: 'people' },
      { path: '/audit', name: 'shared_nav_audit', needs: 'project:read', icon: 'audit' },
    ],
  ],
]
