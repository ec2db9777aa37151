import type { Rule } from '../domain/segments/index.ts'

/** How somebody appears: by first name unless told otherwise; `anonymous` is the default of the board. */
export interface DemoPerson {
  readonly sub: string
  readonly givenName: string
  readonly familyName: string
  readonly locale: string
  readonly plan: Plan
  /** The customer that pays for them, and how much a month. People of the free plan have none. */
  readonly account: Account | undefined
  readonly appearsAs: 'first_name' | 'anonymous' | { readonly ownName: string }
}

type Plan = 'free' | 'team' | 'business'
interface Account {
  readonly company: string
  readonly mrr: number
}

const ACCOUNTS: Readonly<Record<Plan, readonly Account[]>> = {
  free: [],
  team: [
    { company: 'Fernwood Studio', mrr: 240 },
    { company: 'Kestrel Logistics', mrr: 390 },
    { company: 'Blue Harbour', mrr: 180 },
    { company: 'Tall Pine Books', mrr: 120 },
    { company: 'Lumen Dental', mrr: 310 },
    { company: 'Otter & Sons', mrr: 150 },
    { company: 'Riverside School', mrr: 200 },
  ],
  business: [
    { company: 'Northgate Energy', mrr: 2400 },
    { company: 'Solva Health', mrr: 1850 },
    { company: 'Meridian Rail', mrr: 1200 },
  ],
}

/** Groups of people by what they pay for. */
export const SEGMENTS: readonly { readonly name: string; readonly rule: Rule }[] = [
  { name: 'Paying customers', rule: { trait: 'plan', op: 'in', value: ['team', 'business'] } },
  { name: 'Business plan', rule: { trait: 'plan', op: 'is', value: 'business' } },
]

export type PersonName = keyof typeof PEOPLE

/** Bob, Yuki and Layla are people of the client app too; Ada is not here, so that a sign-in as Ada makes a new user. */
export const PEOPLE = {
  bob: person('acme-2', 'Bob', 'Keller', 'de', 'team'),
  yuki: person('acme-3', 'Yuki', 'Tanaka', 'ja', 'team'),
  layla: person('acme-4', 'Layla', 'Haddad', 'ar', 'free'),
  sofia: person('acme-11', 'Sofia', 'Lindqvist', 'sv', 'business'),
  marcus: person('acme-12', 'Marcus', 'Oyelaran', 'en', 'team'),
  priya: person('acme-13', 'Priya', 'Raman', 'en', 'business'),
  tomas: person('acme-14', 'Tomáš', 'Novák', 'cs', 'team'),
  elena: person('acme-15', 'Elena', 'Marchetti', 'it', 'team'),
  jonas: person('acme-16', 'Jonas', 'Weber', 'de', 'business'),
  amelie: person('acme-17', 'Amélie', 'Rousseau', 'fr', 'team'),
  carlos: person('acme-18', 'Carlos', 'Mendieta', 'es', 'free'),
  hana: person('acme-19', 'Hana', 'Suzuki', 'ja', 'business'),
  david: person('acme-20', 'David', 'Abrams', 'en', 'free'),
  nkechi: person('acme-21', 'Nkechi', 'Eze', 'en', 'team'),
  liam: person('acme-22', 'Liam', 'Doyle', 'en', 'free', { ownName: 'liam.builds' }),
  ingrid: person('acme-23', 'Ingrid', 'Solberg', 'nb', 'business'),
  wei: person('acme-24', 'Wei', 'Zhang', 'zh', 'team'),
  fatima: person('acme-25', 'Fatima', 'El Amrani', 'fr', 'team'),
  oskar: person('acme-26', 'Oskar', 'Kowalczyk', 'pl', 'free'),
  beatriz: person('acme-27', 'Beatriz', 'Carvalho', 'pt', 'team'),
  ravi: person('acme-28', 'Ravi', 'Deshmukh', 'en', 'business', { ownName: 'Ravi (ops)' }),
  greta: person('acme-29', 'Greta', 'Hoffmann', 'de', 'team'),
  noah: person('acme-30', 'Noah', 'Bergeron', 'fr', 'free'),
  mei: person('acme-31', 'Mei', 'Lin', 'zh', 'team', 'anonymous'),
  samuel: person('acme-32', 'Samuel', 'Okafor', 'en', 'team'),
  katarina: person('acme-33', 'Katarina', 'Horvat', 'hr', 'free'),
  ben: person('acme-34', 'Ben', 'Whitfield', 'en', 'team', 'anonymous'),
  lucia: person('acme-35', 'Lucía', 'Fernández', 'es', 'team'),
  arjun: person('acme-36', 'Arjun', 'Patel', 'en', 'free'),
  mila: person('acme-37', 'Mila', 'Petrović', 'sr', 'team'),
  jack: person('acme-38', 'Jack', 'Thornton', 'en', 'free', { ownName: 'night-shift planner' }),
  zofia: person('acme-39', 'Zofia', 'Wójcik', 'pl', 'business'),
  ahmed: person('acme-40', 'Ahmed', 'Mansour', 'ar', 'team'),
  ellie: person('acme-41', 'Ellie', 'Cartwright', 'en', 'team'),
  pedro: person('acme-42', 'Pedro', 'Almeida', 'pt', 'free'),
  saskia: person('acme-43', 'Saskia', 'de Vries', 'nl', 'team'),
  viktor: person('acme-44', 'Viktor', 'Nilsson', 'sv', 'free', 'anonymous'),
  grace: person('acme-45', 'Grace', 'Kim', 'ko', 'business'),
  matteo: person('acme-46', 'Matteo', 'Ricci', 'it', 'free'),
  anna: person('acme-47', 'Anna', 'Virtanen', 'fi', 'team'),
  dylan: person('acme-48', 'Dylan', 'Price', 'en', 'free', 'anonymous'),
  chloe: person('acme-49', 'Chloé', 'Dubois', 'fr', 'team'),
  emre: person('acme-50', 'Emre', 'Yıldız', 'tr', 'team'),
  nadia: person('acme-51', 'Nadia', 'Rahman', 'en', 'team'),
  oliver: person('acme-52', 'Oliver', 'Hughes', 'en', 'business', 'anonymous'),
  isla: person('acme-53', 'Isla', 'Morrison', 'en', 'free'),
  thandi: person('acme-54', 'Thandi', 'Nkosi', 'en', 'team'),
  felix: person('acme-55', 'Felix', 'Bauer', 'de', 'free', 'anonymous'),
  marta: person('acme-56', 'Marta', 'Santos', 'pt', 'team'),
  george: person('acme-57', 'George', 'Papadakis', 'el', 'free', 'anonymous'),
  leila: person('acme-58', 'Leila', 'Farahani', 'fa', 'team'),
  hugo: person('acme-59', 'Hugo', 'Lefèvre', 'fr', 'free', 'anonymous'),
  rosa: person('acme-60', 'Rosa', 'Jiménez', 'es', 'team', 'anonymous'),
  aiko: person('acme-61', 'Aiko', 'Mori', 'ja', 'free', 'anonymous'),
  stefan: person('acme-62', 'Stefan', 'Ionescu', 'ro', 'team', 'anonymous'),
  tessa: person('acme-63', 'Tessa', 'Janssen', 'nl', 'free', 'anonymous'),
  kofi: person('acme-64', 'Kofi', 'Mensah', 'en', 'team', 'anonymous'),
  julia: person('acme-65', 'Julia', 'Brandt', 'de', 'business', 'anonymous'),
  minh: person('acme-66', 'Minh', 'Trần', 'vi', 'free', 'anonymous'),
  clara: person('acme-67', 'Clara', 'Jensen', 'da', 'team', 'anonymous'),
} as const

function person(
  sub: string,
  givenName: string,
  familyName: string,
  locale: string,
  plan: Plan,
  appearsAs: DemoPerson['appearsAs'] = 'first_name',
): DemoPerson {
  const accounts = ACCOUNTS[plan]
  const account = accounts[Number(sub.slice('acme-'.length)) % accounts.length]
  return { sub, givenName, familyName, locale, plan, account, appearsAs }
}
