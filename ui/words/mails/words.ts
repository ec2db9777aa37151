import { type Dictionary, type Speech, speak } from '../speech.ts'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

export type MailKey = keyof typeof en
export type MailWords = Speech<MailKey>

/** What mails say, and the page that their links open. Apart from the words of the board, so that the widget does not carry them. */
const DICTIONARIES: Readonly<Record<string, Dictionary<MailKey>>> = { en, de, fr, es, pt, ja, ar }

const known = new Map<string, MailWords>()

export function mailWordsIn(language: string): MailWords {
  const made = known.get(language) ?? speak(language, DICTIONARIES[language] ?? en, 'mails_just_now')
  known.set(language, made)
  return made
}
