import type { DemoPost } from './content.ts'

/** Asked for, built and out. */
export const DONE: readonly DemoPost[] = [
  {
    title: 'Dark mode',
    by: 'sofia',
    daysAgo: 358,
    votes: 49,
    tags: ['Design', 'Accessibility'],
    body: `I plan the next day in the evening and the white board lights up the whole living room. A dark theme that follows the system setting would be enough, no need for a colour picker.

Please keep the label colours readable, other tools just invert everything.`,
    comments: [
      { by: 'liam', daysAgo: 351, body: 'Yes please. My eyes.' },
      {
        by: 'priya',
        daysAgo: 332,
        body: 'For me it is migraine, not taste. I had to stop using Acme after 6 pm last winter.',
        replies: [
          {
            daysAgo: 330,
            body: 'Thank you for telling us, Priya. That moved it up. We will test the contrast of every label before it ships.',
          },
        ],
      },
      { by: 'jonas', daysAgo: 212, body: 'Looks great. The timeline bars are much easier to read, too.' },
    ],
    moves: [
      { to: 'planned', daysAgo: 318 },
      { to: 'in_progress', daysAgo: 262, says: 'Design is done, we are working through the screens one by one.' },
      {
        to: 'done',
        daysAgo: 216,
        says: 'Out today on the web and on both phones. It follows your system; you can also fix it under **Settings → Appearance**.',
      },
    ],
  },
  {
    title: 'Keyboard shortcuts for everything you do a hundred times a day',
    by: 'marcus',
    daysAgo: 341,
    votes: 38,
    tags: ['Accessibility', 'Boards'],
    body: `Things I do constantly and have to reach for the mouse each time:

- new task in the current column
- move the task left or right
- assign to me
- open the search

A \`?\` sheet that lists them would be lovely.`,
    comments: [
      { by: 'nkechi', daysAgo: 320, body: 'And please do not steal Ctrl+K inside text fields, I use it for links.' },
      { by: 'ravi', daysAgo: 204, body: 'Vim keys! Thank you to whoever sneaked in j and k.' },
    ],
    moves: [
      { to: 'in_progress', daysAgo: 250 },
      {
        to: 'done',
        daysAgo: 207,
        says: 'Press `?` anywhere. Everything on your list is in, and j/k move between tasks.',
      },
    ],
  },
  {
    title: 'Export a project to CSV',
    by: 'zofia',
    daysAgo: 329,
    votes: 31,
    tags: ['Import & export'],
    body: 'Our finance department only believes what is in a spreadsheet. One row per task with status, assignee, estimate and dates would save me two hours every month.',
    comments: [
      {
        by: 'ingrid',
        daysAgo: 300,
        body: 'With ISO dates, please. The last tool we had gave us 03/04/23 and nobody knew.',
      },
      { by: 'zofia', daysAgo: 176, body: 'Just used it for the monthly report. Two hours became two minutes.' },
    ],
    moves: [
      { to: 'planned', daysAgo: 290 },
      { to: 'done', daysAgo: 181, says: 'It is in the menu of every project. Dates are ISO 8601, text is UTF-8.' },
    ],
  },
  {
    title: 'Slack: post to a channel when a task is done',
    by: 'ellie',
    daysAgo: 312,
    votes: 33,
    tags: ['Integrations', 'Notifications'],
    body: 'We celebrate finished work in #shipped. At the moment somebody has to remember to paste the link. Could Acme do it by itself, per project, with a filter for the columns that count?',
    comments: [
      {
        by: 'samuel',
        daysAgo: 296,
        body: 'The filter is the important part. We tried another bot and it posted 80 times a day.',
      },
      { by: 'marcus', daysAgo: 155, body: 'Works. One wish: the name of the project in the message.' },
    ],
    moves: [
      { to: 'planned', daysAgo: 270 },
      { to: 'in_progress', daysAgo: 198 },
      {
        to: 'done',
        daysAgo: 159,
        says: 'You can now connect a channel under **Project → Connections**, with one filter per column.',
      },
    ],
  },
  {
    title: 'Undo after moving a card by mistake',
    by: 'katarina',
    daysAgo: 287,
    votes: 27,
    tags: ['Boards'],
    body: 'On a trackpad I drop cards in the wrong column about once a day, and then I do not know where it came from. Just a little "moved to Review · Undo" at the bottom.',
    comments: [{ by: 'oskar', daysAgo: 280, body: 'Same here. Last week I moved the whole launch to Done 😅' }],
    moves: [
      { to: 'in_progress', daysAgo: 168 },
      {
        to: 'done',
        daysAgo: 148,
        says: 'There is an Undo for ten seconds after every move, and Ctrl+Z for longer than that.',
      },
    ],
  },
  {
    title: 'The board is slow with more than 500 cards',
    by: 'grace',
    daysAgo: 266,
    votes: 29,
    tags: ['Performance', 'Boards'],
    body: `Our backlog has 740 cards. Opening it takes eleven seconds on a new laptop, and scrolling stutters for another five.

I recorded a profile in case it helps: most of the time goes into layout.`,
    comments: [
      {
        daysAgo: 259,
        body: 'The profile helped a lot, thank you Grace. We draw every card, also those that nobody can see.',
      },
      { by: 'wei', daysAgo: 240, body: '1,200 cards here. I make coffee while it loads.' },
      { by: 'grace', daysAgo: 101, body: 'From eleven seconds to under one. I am impressed.' },
    ],
    moves: [
      { to: 'in_progress', daysAgo: 238 },
      {
        to: 'done',
        daysAgo: 104,
        says: 'Only what is on the screen is drawn now. A board of 2,000 cards opens in 0.8 s on our slowest test machine.',
      },
    ],
  },
  {
    title: 'Two-factor authentication',
    by: 'julia',
    daysAgo: 251,
    votes: 36,
    tags: ['Security'],
    body: 'Our security team will not let us roll Acme out to the other departments without a second factor. TOTP is fine, passkeys would be even better. An admin should be able to require it.',
    comments: [
      { by: 'oliver', daysAgo: 233, body: 'Same policy at our place. Passkeys would spare us the support calls.' },
      { by: 'julia', daysAgo: 70, body: 'Rolled out to 140 people this week, without one ticket. Thank you.' },
    ],
    moves: [
      { to: 'planned', daysAgo: 230, says: 'Planned for spring, with passkeys and authenticator apps.' },
      { to: 'in_progress', daysAgo: 140 },
      {
        to: 'done',
        daysAgo: 77,
        says: 'Passkeys and authenticator apps are there for everybody. Admins can require one of them under **Security**.',
      },
    ],
  },
  {
    title: 'Bigger touch targets on phones',
    by: 'layla',
    daysAgo: 203,
    votes: 14,
    tags: ['Mobile', 'Accessibility'],
    body: 'The checkbox of a subtask is so small that I open the task instead of ticking it, every second time. I am on an iPhone SE.',
    comments: [{ by: 'thandi', daysAgo: 190, body: 'And the three dots are too close to the date.' }],
    moves: [{ to: 'done', daysAgo: 45, says: 'Everything you can tap is at least 44 points high now.' }],
  },
  {
    title: 'Show week numbers in the timeline',
    by: 'jonas',
    daysAgo: 172,
    votes: 17,
    tags: ['Timeline'],
    body: 'In Germany and Sweden everybody plans in calendar weeks ("KW 38"). Please show ISO week numbers in the head of the timeline.',
    comments: [
      { by: 'viktor', daysAgo: 160, body: 'Vecka 38, exactly.' },
      {
        by: 'ben',
        daysAgo: 151,
        body: 'As long as it can be switched off for those of us who have never heard of it.',
      },
    ],
    moves: [{ to: 'done', daysAgo: 24, says: 'It is a switch in the timeline, on for languages that count weeks.' }],
  },
]
