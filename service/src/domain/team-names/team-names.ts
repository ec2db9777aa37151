import { skeletonOf, skeletonWords, withoutEnds } from './skeleton.ts'

const skeletonsIn = (text: string) => text.trim().split(/\s+/).map(skeletonOf)

/** Names of a team or of its members; no other person has such a name. */
const OFFICES = skeletonsIn(`
  team theteam crew support customersupport staff admin admins administrator administrators administration sysadmin official officials
  moderator moderators mod mods moderation help helpdesk helpcenter helpcentre customerservice customercare developer developers dev devs
  kundendienst kundenservice mitarbeiter mitarbeiterin moderatorin entwickler offiziell hilfe
  equipe moderateur administrateur officiel developpeur equipo soporte ayuda moderador administrador oficial desarrollador
  suporte equipa desenvolvedor squadra supporto assistenza moderatore amministratore ufficiale sviluppatore
  medewerker beheerder ondersteuning ontwikkelaar zespol pomoc administracja
  команда поддержка админ администратор администрация модератор разработчик сотрудник ομαδα υποστηριξη διαχειριστης
  官方 客服 管理员 管理員 团队 團隊 公式 運営 サポート スタッフ チーム 개발팀 운영자 관리자 고객센터 공식`)

/** Parts of a company: together with the project's name they look like the team. */
const PARTS = skeletonsIn(`
  service services care success engineer engineers engineering development product founder founders cofounder ceo cto employee employees
  management manager managers security sales billing marketing bot noreply info contact press company hq feedback operator operators
  verified inc ltd llc gmbh`)

/** Words that are never the name of a person. */
const TITLES = new Set(skeletonsIn('admin administrator moderator sysadmin администратор модератор'))
const LINKS = new Set(skeletonsIn('the of from at by for and our your a an der die das von de la le el'))
const BELONGING = new Set(skeletonsIn('from at of by via von bei de chez'))
/** The names that the board shows for an erased user and for a deleted comment. */
const DELETED = new Set(['deleted user', 'deleted comment'].map(skeletonOf))
/** As a name, they claim to be the team of this site. */
const CLAIMS = new Set(skeletonsIn('team support official helpdesk'))
/** Shorter names also occur inside ordinary words. */
const SHORTEST_INSIDE = 4

/**
 * Whether readers could think that the name is the team's: the project's name, a word for its team, both together in any order, a person
 * “from” it, or an office.
 */
export function readsAsTeam(name: string, projectName: string): boolean {
  const names = [name, withoutEnds(name)].filter((text) => text !== '')
  const projects = [projectName, withoutEnds(projectName)]
  return names.some((name) => projects.some((project) => readsSo(name, project)))
}

function readsSo(name: string, projectName: string): boolean {
  const words = skeletonWords(name)
  const whole = words.join('')
  const project = skeletonOf(projectName)
  const readings = [whole, words.filter((word) => !LINKS.has(word)).join('')]
  return (
    fold(name) === fold(projectName) || // also where it has no letters
    DELETED.has(whole) ||
    CLAIMS.has(words.at(-1) ?? '') ||
    words.some((word) => TITLES.has(word)) ||
    readings.some((text) => isMadeOf(text, OFFICES)) ||
    (project !== '' && readings.some((text) => isMadeOf(text, [project, ...OFFICES, ...PARTS], project))) ||
    (project !== '' && standsBeside(words, project))
  )
}

/** Whether the text consists only of these words and contains the needed one. */
function isMadeOf(text: string, words: readonly string[], needed = ''): boolean {
  const reached = new Set([0])
  for (let place = 0; place < text.length; place += 1) {
    if (!reached.has(place)) continue
    for (const word of words) if (text.startsWith(word, place)) reached.add(place + word.length)
  }
  return text !== '' && reached.has(text.length) && text.includes(needed)
}

/** Whether the name contains the project's name together with a word for its team, or after a word such as “from”. */
function standsBeside(words: readonly string[], project: string): boolean {
  const teamWords = [...OFFICES, ...PARTS]
  for (const { before, after } of placesOf(words, project)) {
    if (BELONGING.has(before.at(-1) ?? '')) return true
    if ([...before, ...after].some((word) => teamWords.includes(word))) return true
  }
  const whole = words.join('')
  return (
    project.length >= SHORTEST_INSIDE &&
    teamWords
      .filter((word) => word.length >= SHORTEST_INSIDE)
      .some((word) => whole.includes(project + word) || whole.includes(word + project))
  )
}

/** The words before and after the project's name, for each place where it stands as one word or several. */
function placesOf(
  words: readonly string[],
  project: string,
): { before: readonly string[]; after: readonly string[] }[] {
  return words.flatMap((_, from) =>
    words
      .map((_, last) => last + 1)
      .filter((to) => to > from && words.slice(from, to).join('') === project)
      .map((to) => ({ before: words.slice(0, from), after: words.slice(to) })),
  )
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
