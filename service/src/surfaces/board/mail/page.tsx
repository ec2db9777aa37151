import type { ComponentChildren } from 'preact'
import { mailWordsIn } from '../../../../../ui/words/mails/words.ts'
import { isKind, type MailTopic, type Subscription, type TopicName } from '../../../domain/mails/index.ts'
import { Page } from '../shared/layout.tsx'
import { ProjectMark } from '../shared/pieces.tsx'
import { postPath } from '../shared/posts.tsx'
import type { View } from '../shared/view.ts'

interface MailProps {
  readonly view: View
  readonly subscription: Subscription
  readonly link: string
}

function nameOf(topic: MailTopic): TopicName {
  return isKind(topic) ? topic : 'post'
}

/** What is told of a kind is one choice, for mail and for the board. */
function isAlsoHere(topic: MailTopic): boolean {
  return isKind(topic) && topic !== 'everything'
}

/** What the link would stop. */
export function StopPage({ view, subscription, link }: MailProps) {
  const words = mailWordsIn(view.words.language)
  const project = view.project.name
  return (
    <MailPage view={view} title={words.say(`mails_ask_${nameOf(subscription.topic)}`, { project })}>
      <PostLink subscription={subscription} />
      <p class="lead">{words.say(isAlsoHere(subscription.topic) ? 'mails_also_here' : 'mails_ask_lead')}</p>
      <form method="post" action={`/mail/${link}`}>
        <button class="button main large" type="submit">
          {words.say('mails_yes')}
        </button>
      </form>
    </MailPage>
  )
}

/** What was done, and how to undo it. */
export function StoppedPage({ view, subscription, link, isOn }: MailProps & { readonly isOn: boolean }) {
  const words = mailWordsIn(view.words.language)
  const project = view.project.name
  return (
    <MailPage view={view} title={words.say(isOn ? 'mails_on' : 'mails_off')}>
      <PostLink subscription={subscription} />
      {!isOn && <p class="lead">{words.say(`mails_off_${nameOf(subscription.topic)}`, { project })}</p>}
      {!isOn && isAlsoHere(subscription.topic) && <p>{words.say('mails_also_here')}</p>}
      <form method="post" action={isOn ? `/mail/${link}` : `/mail/${link}/again`}>
        <button class="button" type="submit">
          {words.say(isOn ? 'mails_yes' : 'mails_undo')}
        </button>
      </form>
    </MailPage>
  )
}

/** A link that is not whole, or of another board. */
export function NoMailPage({ view }: { readonly view: View }) {
  const words = mailWordsIn(view.words.language)
  return (
    <MailPage view={view} title={words.say('mails_invalid')}>
      <p class="lead">{words.say('mails_invalid_lead')}</p>
    </MailPage>
  )
}

interface MailPageProps {
  readonly view: View
  readonly title: string
  /** Where more can be chosen; on the board, if absent. */
  readonly settings?: { readonly text: string; readonly url: string }
  readonly children: ComponentChildren
}

export function MailPage({ view, title, settings, children }: MailPageProps) {
  const { text, url } = settings ?? { text: view.words.say('my_settings'), url: '/me' }
  return (
    <Page view={view} facts={{ title, isIndexed: false }}>
      <div class="narrow centred">
        <ProjectMark view={view} isLarge />
        <h1>{title}</h1>
        {children}
        <p>
          <a href={url}>{text}</a>
        </p>
      </div>
    </Page>
  )
}

function PostLink({ subscription: { post } }: { subscription: Subscription }) {
  return post ? (
    <p>
      <a href={postPath(post)} dir="auto">
        {post.title}
      </a>
    </p>
  ) : null
}
