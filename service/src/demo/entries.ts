import type { DemoEntry } from './content.ts'

export const ENTRIES: readonly DemoEntry[] = [
  {
    title: 'Dark mode, everywhere',
    daysAgo: 216,
    about: ['Dark mode'],
    body: `Acme now has a dark theme, on the web and on both phones. It follows your system; you can fix it under **Settings → Appearance**.

All 24 label colours were mixed anew, so that each can be read on light and on dark.`,
  },
  {
    title: 'Hands on the keyboard',
    daysAgo: 206,
    about: ['Keyboard shortcuts for everything you do a hundred times a day'],
    body: 'Press `?` to see every shortcut. New task, move, assign and search are one key each, and `j` and `k` take you through a column.',
  },
  {
    title: 'Your data in a spreadsheet, your news in Slack',
    daysAgo: 158,
    about: ['Export a project to CSV', 'Slack: post to a channel when a task is done'],
    body: `Two wishes from this board in one release:

- **CSV export** in the menu of every project, with ISO dates.
- **Slack**: choose a channel and the columns that count, and Acme tells it what is done.`,
  },
  {
    title: 'Undo, and boards that open at once',
    daysAgo: 103,
    about: ['Undo after moving a card by mistake', 'The board is slow with more than 500 cards'],
    body: 'Every move can be undone, and a board of 2,000 cards opens in less than a second. Thank you to Grace, who sent us the profile that showed us where to look.',
  },
  {
    title: 'Passkeys and two-factor authentication',
    daysAgo: 76,
    about: ['Two-factor authentication'],
    body: 'Sign in with a passkey, or add an authenticator app to your password. Admins can ask for one of them under **Security**; everybody then has two weeks to set it up.',
  },
  {
    title: 'Small things that matter',
    daysAgo: 23,
    about: ['Bigger touch targets on phones', 'Show week numbers in the timeline'],
    body: `- Everything you can tap is at least 44 points high.
- The timeline shows calendar weeks where people count in them.
- Comments load twice as fast on slow connections.`,
  },
]
