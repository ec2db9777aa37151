import { renderToString } from 'preact-render-to-string'
import { type MailWords, mailWordsIn } from '../../../../ui/words/mails/words.ts'
import { chooseLanguage } from '../../../../ui/words/words.ts'
import type { Places } from '../../domain/call/index.ts'
import type { Letter, MailLinks, MailTopic, News, Story, TopicName } from '../../domain/mails/index.ts'
import { postUrl } from '../../domain/posts/index.ts'
import { boardOriginOf } from '../../domain/projects/index.ts'
import type { TeamLetter } from '../../domain/team-mails/index.ts'
import type { OutgoingMail } from '../../foundation/mail/index.ts'
import { languageOf, shortened } from '../pages/index.ts'
import { type MailLink, said } from './frame.tsx'
import { headersOf, idOf } from './headers.ts'
import { LetterHtml, type LetterView, lineOf, type ShownStory, statusIn, whyOf } from './letter.tsx'
import { renderTeamLetter } from './team.tsx'

/** How much a mail shows. Large receivers cut off what is longer than 100 KB, and with it the links to unsubscribe. */
const ABOUT_ONE = { news: 10, quote: 600 }
const IN_DIGEST = { news: 3, quote: 240 }
const MOST_STORIES = 20
const PREVIEW = 120

/** A mail to whomever it is for. */
export function renderMail(letter: Letter | TeamLetter, places: Places, links: MailLinks): OutgoingMail {
  return 'user' in letter ? renderLetter(letter, places, links) : renderTeamLetter(letter, places, links)
}

/** In the language of the person; if nobody said which it is, or we do not speak it, in that of the board. */
function renderLetter(letter: Letter, places: Places, links: MailLinks): OutgoingMail {
  const { mail, project, user, email, isDigest, stories, kind } = letter
  const words = mailWordsIn(chooseLanguage([user.locale, languageOf(project)]))
  const boardUrl = boardOriginOf(places, project)
  const linkTo = (topic: MailTopic) => `${boardUrl}/mail/${links.write(project.id, { userId: user.id, topic })}`
  const [first] = stories
  const stop = (topic: MailTopic, name: TopicName): MailLink => ({
    text: words.say(`mails_stop_${name}`),
    url: linkTo(topic),
  })
  const stops = [
    ...(!isDigest && first ? [stop(first.post.id, 'post')] : []),
    ...(kind ? [stop(kind, kind)] : []),
    stop('everything', 'everything'),
    { text: words.say('mails_settings'), url: `${boardUrl}/me` },
  ]
  const subject = subjectOf(words, letter)
  const shown = stories.slice(0, MOST_STORIES).map((story) => shownOf(words, letter, story, places))
  const left = stories.length - shown.length
  const view: LetterView = {
    letter,
    words,
    subject,
    preview: previewOf(letter, shown),
    boardUrl,
    stories: shown,
    more:
      left > 0 ? { text: words.say('mails_more_ideas', { n: left }), url: `${boardUrl}/me/notifications` } : undefined,
    stops,
  }
  return {
    to: email,
    fromName: project.name,
    subject,
    html: `<!doctype html>${renderToString(<LetterHtml {...view} />)}`,
    text: textOf(view),
    messageId: idOf(mail.eventIds[0] ?? mail.id, user.id),
    ...(!isDigest && { thread: idOf(mail.about, project.id) }),
    headers: headersOf({ id: new URL(boardUrl).hostname, stopUrl: linkTo('everything') }),
  }
}

/** The latest news of a post. Its links lead to the first comment that is shown. */
function shownOf(words: MailWords, letter: Letter, { post, news }: Story, places: Places): ShownStory {
  const most = letter.isDigest ? IN_DIGEST : ABOUT_ONE
  const left = news.length - most.news
  const latest = news.slice(-most.news)
  const said = latest.find((one) => one.type === 'comment')
  const url = postUrl({ places, project: letter.project }, post)
  return {
    post,
    url: said ? `${url}#${said.comment.id}` : url,
    lines: latest.map((one) => lineOf(words, letter, one, most.quote)),
    more: left > 0 ? words.say('mails_more', { n: left }) : undefined,
  }
}

/** Not what the subject says already. */
function previewOf({ isDigest }: Letter, stories: readonly ShownStory[]): string {
  if (isDigest) return shortened(stories.map(({ post }) => post.title).join(' · '), PREVIEW)
  const [line] = stories[0]?.lines ?? []
  return shortened(line?.quote ?? line?.sentence ?? '', PREVIEW)
}

function subjectOf(words: MailWords, { project, isDigest, stories }: Letter): string {
  if (isDigest) return words.say('mails_subject_digest', { n: stories.length, project: project.name })
  const [story] = stories
  const [news] = story?.news ?? []
  if (!story || !news) return project.name
  const { title } = story.post
  if (story.news.length > 1) return words.say('mails_subject_several', { n: story.news.length, title })
  return subjectAbout(words, news, title, project.name)
}

function subjectAbout(words: MailWords, news: News, title: string, project: string): string {
  switch (news.type) {
    case 'status':
      return words.say('mails_subject_status', { title, status: statusIn(words, news.post) })
    case 'comment': {
      const name = news.comment.author.displayName
      if (news.comment.isOfficial) return words.say('mails_subject_answer', { project, title })
      return words.say(news.isReply ? 'mails_subject_reply' : 'mails_subject_comment', { name, title })
    }
    case 'entry':
      return words.say('mails_subject_entry', { title, entry: news.entry.title })
    case 'merged':
    case 'approved':
    case 'rejected':
      return words.say(`mails_subject_${news.type}`, { title })
  }
}

/** The same as plain text. */
function textOf({ letter, words, boardUrl, stories, more, stops }: LetterView): string {
  const parts = stories.map(({ post, url, lines, more }) =>
    [
      `${post.title} (${words.say('mails_votes', { n: post.voteCount })})`,
      ...lines.map(({ sentence, heading, quote }) =>
        [sentence, heading, quote && quoted(quote)].filter(Boolean).join('\n'),
      ),
      more ? `${more}: ${url}` : url,
    ].join('\n\n'),
  )
  const end = [whyOf(words, letter), ...stops.map(said)].join('\n')
  const whole = letter.isDigest
    ? [words.say('mails_headline_digest', { project: letter.project.name }), ...parts, more ? said(more) : boardUrl]
    : parts
  return `${[...whole, `-- \n${end}`].join('\n\n\n')}\n`
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}
