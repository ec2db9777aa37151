import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/paths.ts'

const DOMAIN = join(ROOT, 'service/src/domain')

const TEAM = 'Only the team and its servers ask for it.'
const SERVICE = 'A job of the service, which shows nothing to anybody.'
const PART = 'A part of statements that have the condition themselves.'
const HELD = 'The caller has found and locked the post before.'

/** Why a function that reads posts does not ask who sees them. */
const EXEMPT: Readonly<Record<string, string>> = {
  'changelog/imported-store.ts insertImportedEntries': TEAM,
  'changelog/links-store.ts linkPosts': TEAM,
  'comments/erasure/store.ts isUnseen': SERVICE,
  'comments/people-store.ts selectMentionable': HELD,
  'duplicates/checks-store.ts endCheck': SERVICE,
  'duplicates/checks-store.ts insertChecks': SERVICE,
  'duplicates/checks-store.ts insertChecksByVotes': SERVICE,
  'duplicates/checks-store.ts insertNewest': TEAM,
  'duplicates/store.ts onBoard': TEAM,
  'imports/check-store.ts selectOtherTitles': TEAM,
  'imports/merges-store.ts selectMergesAcross': TEAM,
  'imports/merges-store.ts selectMergesOf': TEAM,
  'insights/count-store.ts countPosts': SERVICE,
  'insights/count-store.ts countView': SERVICE,
  'insights/store.ts deleteGonePosts': SERVICE,
  'insights/store.ts insertDue': SERVICE,
  'insights/store.ts insertDueAfter': SERVICE,
  'insights/store.ts takeDue': SERVICE,
  'moderation/inbox/store.ts unansweredPosts': TEAM,
  'notifications/facts-store.ts selectAuthor':
    'Decides whether the author is told; what they are told has the condition.',
  'notifications/fragments.ts aboutJoins': PART,
  'numbers/store.ts countDays': TEAM,
  'numbers/store.ts countVotesByTrait': TEAM,
  'numbers/store.ts countSpan': TEAM,
  'numbers/store.ts selectAnswers': TEAM,
  'numbers/store.ts selectVotesByTrait': TEAM,
  'posting/preview/store.ts selectOutcome': TEAM,
  'posts/erasure/store.ts deleteEditsOf': SERVICE,
  'posts/erasure/store.ts selectUnseenOf': SERVICE,
  'posts/field-values-store.ts forgetDeletedFields': SERVICE,
  'posts/field-values-store.ts selectValues': HELD,
  'posts/fragments.ts marksOfMerged': HELD,
  'posts/fragments.ts standingParts': HELD,
  'posts/imported/store.ts addToStandings': TEAM,
  'posts/imported/store.ts deletePosts': TEAM,
  'posts/imported/store.ts selectMergeStates': TEAM,
  'posts/imported/store.ts sumImportedVotes': TEAM,
  'posts/list/store.ts areFew': PART,
  'posts/list/store.ts firstOf': PART,
  'posts/list/store.ts fromOf': PART,
  'posts/list/store.ts joinsOf': PART,
  'posts/reindex/store.ts selectIdsAfter': SERVICE,
  'posts/reindex/store.ts updateSearch': SERVICE,
  'posts/rendering-store.ts renderPostsAgain': SERVICE,
  'posts/search/store.ts countVotes': 'Writes numbers into posts, and shows nothing to anybody.',
  'posts/search/store.ts knownLift': PART,
  'posts/standing/store.ts moveBetweenCategories': TEAM,
  'posts/store.ts keepEdit': HELD,
  'posts/usage-store.ts selectStatusUsage': TEAM,
  'posts/usage-store.ts selectTagUsage': TEAM,
  'privacy/outlook-store.ts selectOutlook': TEAM,
  'project-transfer/import-store.ts hasLostMerges': TEAM,
  'review-queue/store.ts selectOpenItems': TEAM,
  'search/erasure/store.ts unusedWords': SERVICE,
  'users/imported/store.ts deleteImported': TEAM,
  'votes/store.ts recountedTrend': HELD,
  'webhooks/deliveries/queue-store.ts selectMatches':
    'Servers get every event; a chat is asked about when it is sent to.',
  'webhooks/store.ts markAll': TEAM,
}

const READS = /\b(?:from|join|using)\s+(?:posts|post_standings)\b/
/** The condition, or a part of a statement that has it. */
const ASKS = /\b(?:inSight|isPostInSight|postJoins|statusAndAuthor|isTrue)\(/

// Guarantees that a new statement about posts is not forgotten when somebody decides who sees a category.
test('every function of the domain that reads posts asks who sees them, or says here why not', () => {
  const unasked = globSync('**/*{store,fragments}.ts', { cwd: DOMAIN }).flatMap((file) => {
    const code = readFileSync(join(DOMAIN, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return code
      .split(/^(?=(?:export )?(?:async )?function\*? )/m)
      .filter((part) => READS.test(part) && !ASKS.test(part))
      .map((part) => `${file} ${/function\*? (\w+)/.exec(part)?.[1]}`)
  })
  expect(unasked.sort()).toEqual(Object.keys(EXEMPT).sort())
})
