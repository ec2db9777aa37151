import type { DemoPost } from './content.ts'

/** Answered with no, or with another post. */
export const CLOSED: readonly DemoPost[] = [
  {
    title: 'Chat inside Acme',
    by: 'hugo',
    daysAgo: 316,
    votes: 18,
    tags: ['Design'],
    body: 'We switch between Acme and a chat all day long. Why not have a chat in Acme?',
    comments: [
      { by: 'jonas', daysAgo: 311, body: 'Please no. I already have four chats.' },
      { by: 'hugo', daysAgo: 310, body: 'Then it would be instead of one of them :)' },
    ],
    moves: [
      {
        to: 'closed',
        daysAgo: 240,
        says: 'We talked about this for a long time. A good chat is a product of its own, and ours would be a poor fifth one. We would rather make the ones you have work well with Acme: see the post about Slack.',
      },
    ],
  },
  {
    title: 'Gamification: points and badges for finished tasks',
    by: 'dylan',
    daysAgo: 238,
    votes: 4,
    tags: ['Design'],
    body: 'A leaderboard per team would motivate people!',
    comments: [
      { by: 'stefan', daysAgo: 232, body: 'It would motivate me to make very small tasks.' },
      { by: 'katarina', daysAgo: 226, body: 'Goodhart says hello.' },
    ],
    moves: [
      {
        to: 'closed',
        daysAgo: 205,
        says: 'We understand the wish for a little celebration, but not for a ranking of people. We will not build this.',
      },
    ],
  },
  {
    title: 'Support Internet Explorer 11',
    by: 'viktor',
    daysAgo: 192,
    votes: 2,
    tags: ['Performance'],
    body: 'I know, I know. But our warehouse terminals have nothing else until the end of the year.',
    comments: [{ by: 'liam', daysAgo: 188, body: 'My condolences.' }],
    moves: [
      {
        to: 'closed',
        daysAgo: 185,
        says: 'Sorry, we cannot. The CSV export may get the lists onto your terminals until they are replaced.',
      },
    ],
  },
  {
    title: 'Night theme please',
    by: 'matteo',
    daysAgo: 334,
    votes: 9,
    tags: ['Design'],
    body: 'The app is very bright at night. A black theme would also save battery on my phone.',
    comments: [{ by: 'aiko', daysAgo: 333, body: 'OLED black would be the best.' }],
    sameAs: { title: 'Dark mode', daysAgo: 210 },
  },
]
