import { isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { Permitted } from '../call/index.ts'
import { selectMail, selectTrouble } from './list-store.ts'
import type { Mail } from './mail.ts'

/** Takes any text: where it is no id of a mail, the mail does not exist. */
export async function mailById(call: Permitted<'mails:manage'>, id: string): Promise<Mail> {
  const mail = isId('mail', id) ? await selectMail(call, id) : undefined
  if (!mail) throw new Problem(notFound)
  return mail
}

/** What is wrong with the mail server, if mails of this project wait for it. */
export function mailTrouble(call: Permitted<'mails:manage'>): ReturnType<typeof selectTrouble> {
  return selectTrouble(call)
}
