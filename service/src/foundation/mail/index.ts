export { asHeader } from './clean.ts'
export { isOfServer, type MailFailure, type MailFailureKind, SERVER_FAILURES } from './failure.ts'
export { type Mailer, type MailerOptions, type OutgoingMail, openMailer } from './mailer.ts'
