import type { DemoPost } from './content.ts'

/** Asked for and not decided yet. */
export const OPEN: readonly DemoPost[] = [
  {
    title: 'Welcome! How this board works',
    daysAgo: 364,
    votes: 0,
    tags: [],
    isPinned: true,
    body: `This is where we decide together what Acme does next.

- **Vote** for what you would use. A vote is worth more than a "+1" in the comments.
- **Search first.** If your idea is here already, add why you need it: that helps us more than a second post.
- **One idea per post.** Two ideas get two different answers.

We read everything, and we answer what has more than ten votes within two weeks. When something you follow moves, you hear of it.`,
  },
  {
    title: 'Split a task into several tasks',
    by: 'mila',
    daysAgo: 270,
    votes: 21,
    tags: ['Boards'],
    body: 'Half of our tasks turn out to be three tasks. Select some items of the checklist → "make tasks of these", with the same labels and a link back.',
    comments: [
      { by: 'grace', daysAgo: 201, body: 'And the other way round: merge two tasks into one.' },
      { by: 'mila', daysAgo: 200, body: 'True, we have that problem on Fridays.' },
    ],
  },
  {
    title: 'GitHub: close a task when its pull request is merged',
    by: 'arjun',
    daysAgo: 258,
    votes: 32,
    tags: ['Integrations'],
    body: 'Write `ACME-123` in the pull request, and the task moves to Done when it is merged. Ideally to a column that I choose, since we have "Done" and "Deployed".',
    comments: [
      { by: 'tomas', daysAgo: 249, body: 'GitLab too, please. Not everybody is on GitHub.' },
      {
        by: 'liam',
        daysAgo: 236,
        body: 'I wrote a small script that does this with the API. Happy to share it until there is something official.',
      },
      { by: 'kofi', daysAgo: 30, body: 'The script works well for us, thanks Liam!' },
    ],
  },
  {
    title: 'Estimates in hours as well as points',
    by: 'greta',
    daysAgo: 247,
    votes: 16,
    tags: ['Boards', 'Timeline'],
    body: 'Die Entwickler schätzen in Punkten, der Einkauf rechnet in Stunden. Im Moment führe ich eine zweite Liste. Zwei Felder nebeneinander würden reichen.',
    comments: [
      { by: 'felix', daysAgo: 225, body: 'Bei uns genau so. Bitte auch im Export.' },
      {
        by: 'ellie',
        daysAgo: 213,
        body: 'Translated for others: developers estimate in points, purchasing counts in hours; two fields would do.',
      },
    ],
  },
  {
    title: 'A "waiting for" state that is not a column',
    by: 'david',
    daysAgo: 231,
    votes: 19,
    tags: ['Boards'],
    body: 'A task can be in "Review" and wait for a client at the same time. I want to see at a glance what is stuck and since when, without another column that nobody looks at.',
    comments: [{ by: 'isla', daysAgo: 180, body: 'Since when is the key. Red after a week.' }],
  },
  {
    title: 'Private notes on a task',
    by: 'mei',
    daysAgo: 209,
    votes: 15,
    tags: ['Security'],
    body: 'Sometimes I want to write down what to say in the meeting, on the task, for my eyes only.',
  },
  {
    title: 'Dashboards across projects',
    by: 'oliver',
    daysAgo: 197,
    votes: 28,
    tags: ['Timeline'],
    body: `I am responsible for nine projects. Every Friday I open nine tabs.

One page with: what is late, what is due next week, who has too much. Numbers are fine, I do not need pie charts.`,
    comments: [
      { by: 'ingrid', daysAgo: 182, body: '"Who has too much" would change our Mondays.' },
      {
        by: 'stefan',
        daysAgo: 97,
        body: 'Please careful with that one. A number next to my name can also be used against me.',
      },
      {
        daysAgo: 90,
        body: 'Both of you are right. We are talking to teams about this and have not decided yet; if you would like to be one of them, say so here.',
        replies: [{ by: 'oliver', daysAgo: 89, body: 'Count me in.' }],
      },
    ],
  },
  {
    title: 'Reactions on comments',
    by: 'isla',
    daysAgo: 186,
    votes: 12,
    tags: ['Design'],
    body: 'So that "ok 👍" does not send an e-mail to eleven people.',
    comments: [{ by: 'dylan', daysAgo: 177, body: '👍' }],
  },
  {
    title: 'Custom fields that only admins can change',
    by: 'zofia',
    daysAgo: 178,
    votes: 11,
    tags: ['Security', 'Boards'],
    body: 'We keep the budget number in a custom field. Twice it was "tidied up" by a helpful colleague.',
  },
  {
    title: 'Share a read-only link to a board',
    by: 'matteo',
    daysAgo: 166,
    votes: 20,
    tags: ['Boards', 'Security'],
    body: 'For the screen in the hallway and for people who will never make an account. With an end date, and without the comments.',
    comments: [
      { by: 'clara', daysAgo: 117, body: 'We film the screen with a phone and send the picture. That says it all.' },
    ],
  },
  {
    title: 'Natural language dates: "next Tuesday", "in 3 weeks"',
    by: 'ellie',
    daysAgo: 157,
    votes: 15,
    tags: ['Design'],
    body: 'I type faster than I click through a calendar.',
    comments: [{ by: 'chloe', daysAgo: 144, body: 'En français aussi, s’il vous plaît : « mardi prochain ».' }],
  },
  {
    title: 'Rate limit headers in the API',
    by: 'kofi',
    daysAgo: 146,
    votes: 7,
    tags: ['API'],
    body: 'I get a 429 from time to time and have no idea how long to wait. `Retry-After` would already help, a remaining count would be better.',
  },
  {
    title: 'Colour-blind safe label colours',
    by: 'ben',
    daysAgo: 133,
    votes: 16,
    tags: ['Accessibility', 'Design'],
    body: 'Red and green labels look the same to me (deuteranopia, about one man in twenty). A second palette or a pattern would solve it.',
    comments: [
      { by: 'viktor', daysAgo: 129, body: 'Me too. I have learnt the order of the labels by heart.' },
      { by: 'priya', daysAgo: 110, body: 'A letter or an icon on the label helps everybody, also on a projector.' },
    ],
  },
  {
    title: 'ガントチャートで日本の祝日を表示してほしい',
    by: 'yuki',
    daysAgo: 121,
    votes: 10,
    tags: ['Timeline'],
    body: 'ゴールデンウィークにタスクが入ってしまうことがあります。国ごとの祝日をタイムラインに表示できると助かります。\n\n(Public holidays of each country in the timeline, so that nobody plans work on them.)',
    comments: [
      { by: 'aiko', daysAgo: 112, body: '賛成です。会社独自の休日も追加できるとうれしいです。' },
      { by: 'hana', daysAgo: 108, body: 'Teams with two countries need two calendars at once.' },
    ],
  },
  {
    title: 'Search in attachments',
    by: 'nadia',
    daysAgo: 109,
    votes: 13,
    tags: ['Performance'],
    body: 'The answer is always in a PDF that somebody attached to some task in some project two years ago.',
    comments: [{ by: 'marta', daysAgo: 99, body: 'Scanned ones as well, if it is not too much to ask.' }],
  },
  {
    title: 'Android widget: my tasks for today',
    by: 'emre',
    daysAgo: 98,
    votes: 9,
    tags: ['Mobile'],
    body: 'Just a list with checkboxes on the home screen. The app takes three taps to get there.',
  },
  {
    title: 'Let me mute one project for a week',
    by: 'fatima',
    daysAgo: 83,
    votes: 17,
    tags: ['Notifications'],
    body: 'When I am not on call, I do not want to hear of the on-call project. Leaving and joining again loses my settings.',
    comments: [{ by: 'jack', daysAgo: 78, body: '"Until Monday 9:00" covers all my cases.' }],
  },
  {
    title: 'Paste a screenshot straight into a comment',
    by: 'bob',
    daysAgo: 69,
    votes: 23,
    tags: ['Design'],
    body: 'Right now: take a screenshot, save it, find it, attach it, write "see attachment". In every other tool: Ctrl+V.',
    comments: [
      { by: 'julia', daysAgo: 64, body: 'I did not know how much I missed this until I read it here.' },
      { by: 'minh', daysAgo: 26, body: 'And drag & drop of several files, please.' },
    ],
  },
  {
    title: 'Safari: dates jump back by one day',
    by: 'saskia',
    daysAgo: 47,
    votes: 8,
    tags: ['Timeline'],
    body: `Steps:

1. Safari 18 on macOS, time zone Amsterdam
2. set a due date in the timeline by dragging
3. open the task: it is one day earlier

In Chrome it is right.`,
    comments: [{ daysAgo: 46, body: 'We can see it, too. It is on the list of the next release.' }],
  },
  {
    title: 'Group the board by assignee',
    by: 'lucia',
    daysAgo: 36,
    votes: 25,
    tags: ['Boards'],
    body: 'Swimlanes, one per person, so that the stand-up goes from top to bottom. Collapsed lanes should stay collapsed.',
    comments: [
      { by: 'ahmed', daysAgo: 34, body: 'By label as well? Then it would also solve our "two products on one board".' },
      { by: 'lucia', daysAgo: 33, body: 'Good idea, by any field really.' },
      { by: 'nkechi', daysAgo: 6, body: 'We would use this every single morning.' },
    ],
  },
  {
    title: 'Voice notes on the phone',
    by: 'pedro',
    daysAgo: 21,
    votes: 6,
    tags: ['Mobile'],
    body: 'I am a gardener, my hands are dirty. Let me talk to the task and type it up later.',
    comments: [{ by: 'nadia', daysAgo: 17, body: 'My hands are in gloves. Same wish.' }],
  },
  {
    title: 'Ask before closing a task with open subtasks',
    by: 'anna',
    daysAgo: 11,
    votes: 14,
    tags: ['Boards'],
    body: 'We have closed "Release 4" with three open subtasks. Twice. A question would be enough: close them too, or keep it open?',
    comments: [
      { by: 'samuel', daysAgo: 7, body: 'Or a setting per project. On our board it should simply not be possible.' },
    ],
  },
  {
    title: 'Copy a task as Markdown',
    by: 'liam',
    daysAgo: 5,
    votes: 5,
    tags: ['Import & export'],
    body: 'Title, description and checklist to the clipboard, so that I can paste it into a pull request.',
  },
  {
    title: 'Zapier or Make connector',
    by: 'tessa',
    daysAgo: 2,
    votes: 3,
    tags: ['Integrations'],
    body: 'I am not a developer, but I can click things together. A trigger for a new task and an action to create one would get me very far.',
  },
]
