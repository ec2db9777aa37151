import type { DemoPost } from './content.ts'

/** Being built, or promised. */
export const UNDER_WAY: readonly DemoPost[] = [
  {
    title: 'Recurring tasks',
    by: 'elena',
    daysAgo: 347,
    votes: 56,
    tags: ['Boards'],
    isPinned: true,
    body: `Every Monday I copy the same twelve tasks: backup check, newsletter, invoices, watering the plants…

What I need:

1. a task that comes back every day, week or month
2. with the same checklist and assignee
3. **without** the comments of the last round

"Every last Friday of the month" would make me very happy, but weekly covers most of it.`,
    comments: [
      { by: 'ravi', daysAgo: 339, body: 'This is the only reason why we still pay for a second tool.' },
      {
        by: 'noah',
        daysAgo: 305,
        body: 'Should the next one appear on a date, or when the last one is done? For us it is the second.',
        replies: [
          { by: 'elena', daysAgo: 304, body: 'On a date. The newsletter does not wait for anybody.' },
          { by: 'greta', daysAgo: 299, body: 'Both happen. Let the task decide?' },
        ],
      },
      { by: 'thandi', daysAgo: 120, body: 'Any news? I have a paper list on my monitor.' },
      {
        by: 'ahmed',
        daysAgo: 9,
        body: 'In the beta: when I skip a week with "not this time", the next date jumps by two weeks. Otherwise it is perfect.',
        replies: [{ daysAgo: 8, body: 'Well spotted. Fixed in tonight’s build.' }],
      },
    ],
    moves: [
      { to: 'planned', daysAgo: 151, says: 'We decided on both: a task can come back on a date or when it is done.' },
      {
        to: 'in_progress',
        daysAgo: 33,
        says: 'Being built. If you would like to try it early, switch on **Settings → Beta → Recurring tasks**.',
      },
    ],
  },
  {
    title: 'Offline mode for the phone app',
    by: 'ingrid',
    daysAgo: 322,
    votes: 44,
    tags: ['Mobile'],
    body: `We inspect wind turbines. There is no reception at sea, so people write on paper and type it in at night.

Reading the tasks of today and ticking checklists offline would be enough. If two people changed the same thing, ask me, do not guess.`,
    comments: [
      { by: 'nadia', daysAgo: 308, body: 'Same in the basement of every hospital.' },
      { by: 'pedro', daysAgo: 222, body: 'And on the train between Lisbon and Porto…' },
      {
        daysAgo: 95,
        body: 'An update: reading works in our own builds. Ticking is next, then photos. The hard part is what you wrote, Ingrid: to ask instead of guessing.',
      },
      { by: 'ingrid', daysAgo: 93, body: 'Take the time for that. A lost inspection is worse than a late one.' },
    ],
    moves: [
      { to: 'planned', daysAgo: 244 },
      { to: 'in_progress', daysAgo: 118 },
    ],
  },
  {
    title: 'Dependencies between tasks in the timeline',
    by: 'tomas',
    daysAgo: 298,
    votes: 41,
    tags: ['Timeline'],
    body: 'When the foundation slips by a week, everything behind it should slip, too. Right now I drag 30 bars by hand. Arrows from end to start are enough, we do not need the other three kinds.',
    comments: [
      { by: 'mila', daysAgo: 285, body: 'With a warning before it moves things of other teams, please.' },
      {
        by: 'emre',
        daysAgo: 260,
        body: 'Slack between two tasks would be nice: concrete has to dry for 28 days.',
        replies: [{ by: 'tomas', daysAgo: 259, body: 'Ha, yes. Concrete is the same everywhere.' }],
      },
    ],
    moves: [
      { to: 'planned', daysAgo: 190 },
      {
        to: 'in_progress',
        daysAgo: 52,
        says: 'We are at it: arrows from end to start, with a gap in days, and a preview of what would move.',
      },
    ],
  },
  {
    title: 'Guests who see one project and nothing else',
    by: 'amelie',
    daysAgo: 277,
    votes: 37,
    tags: ['Security'],
    body: `We are an agency. Our clients want to see how their project goes, but they must not see the names of other clients, not even in the search or when they type @.

A guest should be free or cheap, they look once a week.`,
    comments: [
      {
        by: 'saskia',
        daysAgo: 255,
        body: 'The "@" list is how we found out who else our agency works for. True story.',
      },
      { by: 'chloe', daysAgo: 134, body: 'Read-only guests would already be enough for us.' },
    ],
    moves: [
      { to: 'planned', daysAgo: 130, says: 'Planned. Guests will be free as long as they only read and comment.' },
      { to: 'in_progress', daysAgo: 19 },
    ],
  },
  {
    title: 'Calendar feed (iCal) of my due dates',
    by: 'samuel',
    daysAgo: 235,
    votes: 26,
    tags: ['Integrations', 'Timeline'],
    body: 'A private link that I can subscribe to in any calendar. Read-only is fine.',
    comments: [
      { by: 'beatriz', daysAgo: 221, body: 'Please with a way to make the link invalid again.' },
      { by: 'anna', daysAgo: 60, body: 'With reminders off by default, my phone buzzes enough.' },
    ],
    moves: [
      {
        to: 'in_progress',
        daysAgo: 12,
        says: 'Started this week. The link can be renewed at any time, which ends the old one.',
      },
    ],
  },
  {
    title: 'Templates for whole projects',
    by: 'nkechi',
    daysAgo: 244,
    votes: 35,
    tags: ['Boards'],
    body: `Every client onboarding has the same 46 steps. I keep a project called "ZZ COPY ME DO NOT EDIT" and of course somebody edits it.

Dates should be relative ("10 days after the start").`,
    comments: [
      { by: 'lucia', daysAgo: 228, body: 'Ours is called "000 PLANTILLA". At least you are not alone.' },
      { by: 'priya', daysAgo: 88, body: 'Relative dates, and roles instead of people ("the designer").' },
    ],
    moves: [
      { to: 'planned', daysAgo: 66, says: 'Next after recurring tasks, because both need the same relative dates.' },
    ],
  },
  {
    title: 'Webhooks',
    by: 'wei',
    daysAgo: 229,
    votes: 24,
    tags: ['API', 'Integrations'],
    body: 'We poll the API every minute to see what changed, which is silly for you and for us. A signed POST when a task is created, moved or done would be enough.',
    comments: [
      { by: 'arjun', daysAgo: 210, body: 'With retries, and a log of the last deliveries. Debugging blind is no fun.' },
      { by: 'ravi', daysAgo: 92, body: 'And a secret that can be rotated without losing an event.' },
    ],
    moves: [{ to: 'planned', daysAgo: 81 }],
  },
  {
    title: 'A daily digest instead of twenty e-mails',
    by: 'hana',
    daysAgo: 218,
    votes: 30,
    tags: ['Notifications'],
    body: 'I love being informed and I hate being interrupted. One e-mail at 8:30 in my own time zone: what is due, what was said, what moved.',
    comments: [
      { by: 'anna', daysAgo: 199, body: 'Weekdays only!' },
      { by: 'fatima', daysAgo: 143, body: 'And nothing at all on days on which nothing happened.' },
    ],
    moves: [{ to: 'planned', daysAgo: 74 }],
  },
  {
    title: 'Import from Trello with comments and attachments',
    by: 'carlos',
    daysAgo: 195,
    votes: 22,
    tags: ['Import & export'],
    body: 'El import actual trae las tarjetas pero pierde los comentarios, y ahí está toda la historia del proyecto. Sin eso no puedo convencer a mi equipo.\n\n(In English: the import keeps the cards but loses the comments.)',
    comments: [{ by: 'rosa', daysAgo: 170, body: 'Totalmente de acuerdo. Los adjuntos también, por favor.' }],
    moves: [
      {
        to: 'planned',
        daysAgo: 58,
        says: 'Planned: comments with their dates and authors, and attachments up to 100 MB each.',
      },
    ],
  },
  {
    title: 'Screen readers do not announce moved cards',
    by: 'george',
    daysAgo: 164,
    votes: 13,
    tags: ['Accessibility', 'Boards'],
    body: 'When I move a card with the keyboard, NVDA says nothing, so I do not know whether it worked or where it is now. "Moved to Review, position 2 of 5" would be perfect.',
    comments: [
      {
        daysAgo: 158,
        body: 'You are right, and that is a bug rather than a wish. Thank you for the exact words, we will use them.',
      },
    ],
    moves: [
      { to: 'planned', daysAgo: 40 },
      {
        to: 'in_progress',
        daysAgo: 3,
        says: 'NVDA says "Moved to Review, position 2 of 5" on our machines now. Next come VoiceOver and TalkBack.',
      },
    ],
  },
  {
    title: 'Time zones: show when my colleague’s day ends',
    by: 'leila',
    daysAgo: 139,
    votes: 18,
    tags: ['Timeline', 'Design'],
    body: 'Our team sits in Tehran, Lisbon and Toronto. When I set something due "today", it is tomorrow for one of us. A small hint next to the assignee would save many apologies.',
    comments: [{ by: 'beatriz', daysAgo: 125, body: 'I apologise to Toronto about twice a week.' }],
    moves: [{ to: 'planned', daysAgo: 29 }],
  },
]
