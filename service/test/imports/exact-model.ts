/** Somebody of a file, or who signs in: known by a number, which is in their address. */
export interface Person {
  readonly who: number
  /** Made by an import, and nobody vouched for them. */
  isImported: boolean
  isErased: boolean
}

interface Post {
  readonly name: string
  /** Undefined: made here. */
  readonly importId: number | undefined
  readonly author: Person | undefined
  mergedInto: string | undefined
  isDeleted: boolean
  /** Votes for the post itself, by who cast them: an import, or somebody here. */
  readonly votes: Map<Person, number | undefined>
  /** Who withdrew a vote for it, also one that a merge brought. */
  readonly withdrawn: Set<Person>
  /** Those of them whose vote a merge does not bring any more. */
  readonly hidden: Set<Person>
}

interface Comment {
  readonly text: string
  /** The post that it was written about, wherever it was moved. */
  readonly home: string
  readonly parent: string | undefined
  readonly author: Person | undefined
  readonly importId: number | undefined
}

interface PersonRecord {
  readonly person: Person
  importId: number
  readonly isMade: boolean
  /** An import that is undone had to leave it. */
  isHandedOver: boolean
}

export interface File {
  readonly source: 'a' | 'b'
  /** Of each post of the source, in their order. */
  readonly posts: readonly { readonly mergedInto: number | undefined; readonly author: number | undefined }[]
  readonly votes: readonly (readonly [post: number, who: number])[]
  readonly comments: readonly { readonly id: number; readonly post: number; readonly author: number }[]
}

export const nameOf = (source: string, place: number) => `Idea ${source}${place}`

/** What a project should hold, said without rows: who did what, and what came from which import. */
export class Model {
  readonly people: Person[] = []
  readonly posts = new Map<string, Post>()
  readonly comments = new Map<string, Comment>()
  readonly #records = new Map<string, PersonRecord>()
  readonly #merges = new Map<string, { readonly into: string; readonly importId: number }>()
  /** The source of each import that was not undone. */
  readonly #live = new Map<number, string>()

  personNow(who: number): Person | undefined {
    return this.people.find((person) => person.who === who && !person.isErased)
  }

  /** A sign-in, or a PUT of a server. */
  vouch(who: number): void {
    const person = this.personNow(who) ?? this.#addPerson(who, false)
    person.isImported = false
  }

  addPost(name: string, importId?: number, author?: Person): void {
    const marks = { votes: new Map(), withdrawn: new Set<Person>(), hidden: new Set<Person>() }
    this.posts.set(name, { name, importId, author, mergedInto: undefined, isDeleted: false, ...marks })
  }

  isListed(name: string): boolean {
    const post = this.posts.get(name)
    return post !== undefined && !post.isDeleted && post.mergedInto === undefined
  }

  /** Everybody whose vote counts for a post: its own, and those of the posts that were merged into it. */
  votersOf(name: string): Set<Person> {
    const post = this.posts.get(name)
    const merged = [...this.posts.values()].filter(({ mergedInto }) => mergedInto === name)
    const brought = merged
      .flatMap((from) => [...this.votersOf(from.name)])
      .filter((person) => !post?.hidden.has(person))
    return new Set([...(post?.votes.keys() ?? []), ...brought])
  }

  rootOf(name: string): string {
    const next = this.posts.get(name)?.mergedInto
    return next === undefined ? name : this.rootOf(next)
  }

  vote(name: string, person: Person): void {
    const post = this.#post(name)
    if (!post.votes.has(person)) post.votes.set(person, undefined)
    post.hidden.delete(person)
  }

  withdraw(name: string, person: Person): void {
    const post = this.#post(name)
    if (!this.votersOf(name).has(person)) return
    post.votes.delete(person)
    post.hidden.add(person)
    post.withdrawn.add(person)
  }

  remove(name: string): void {
    this.#post(name).isDeleted = true
  }

  comment(text: string, name: string, parent: Comment | undefined): void {
    const home = parent?.home ?? name
    this.comments.set(text, { text, home, parent: parent?.text, author: undefined, importId: undefined })
  }

  /** Those that stand there, also if they were moved there. */
  commentsAt(name: string): Comment[] {
    return [...this.comments.values()].filter(({ home }) => this.rootOf(home) === name)
  }

  merge(from: string, into: string): void {
    for (const person of this.votersOf(from)) this.#post(into).hidden.delete(person)
    this.#post(from).mergedInto = into
  }

  unmerge(name: string): void {
    this.#post(name).mergedInto = undefined
    this.#settle()
  }

  erase(person: Person): void {
    person.isErased = true
    person.isImported = false
  }

  import(importId: number, file: File): void {
    this.#live.set(importId, file.source)
    const personOf = (who: number) => this.#personIn(file.source, who, importId)
    const named = [...file.posts.map(({ author }) => author), ...file.votes.map(([, who]) => who)]
    const all = [...named, ...file.comments.map(({ author }) => author)].filter((who) => who !== undefined)
    for (const who of new Set(all)) personOf(who)
    for (const [place, { author }] of file.posts.entries()) {
      const name = nameOf(file.source, place)
      if (!this.posts.has(name)) this.addPost(name, importId, author === undefined ? undefined : personOf(author))
    }
    for (const [place, who] of file.votes) this.#castImported(nameOf(file.source, place), personOf(who), importId)
    for (const { id, post, author } of file.comments) {
      const [text, home] = [`Text ${file.source}${id}`, nameOf(file.source, post)]
      if (this.comments.has(text) || this.#post(home).isDeleted) continue
      this.comments.set(text, { text, home, parent: undefined, author: personOf(author), importId })
    }
    for (const [place, { mergedInto }] of file.posts.entries()) {
      const name = nameOf(file.source, place)
      const into = mergedInto === undefined ? name : nameOf(file.source, mergedInto)
      if (into === name || this.#merges.has(name) || !this.isListed(name) || !this.isListed(into)) continue
      this.merge(name, into)
      this.#merges.set(name, { into, importId })
    }
  }

  undo(importId: number): void {
    const isGone = (name: string | undefined) => name !== undefined && this.posts.get(name)?.importId === importId
    for (const [name, { into, importId: by }] of [...this.#merges]) {
      if (by === importId && this.#post(name).mergedInto === into) this.#post(name).mergedInto = undefined
      if (by === importId || isGone(name) || isGone(into)) this.#merges.delete(name)
    }
    for (const post of this.posts.values()) if (isGone(post.mergedInto)) post.mergedInto = undefined
    for (const { text, home, importId: by } of [...this.comments.values()]) {
      if (by === importId || isGone(home)) this.#removeComment(text)
    }
    for (const [name, { votes }] of [...this.posts]) {
      for (const [person, by] of [...votes]) if (by === importId) votes.delete(person)
      if (isGone(name)) this.posts.delete(name)
    }
    this.#settle()
    const source = this.#live.get(importId)
    this.#live.delete(importId)
    const [heir] = [...this.#live].filter(([, other]) => other === source).toReversed()
    this.#undoPeople(importId, heir?.[0])
  }

  #undoPeople(importId: number, heir: number | undefined): void {
    for (const [key, record] of [...this.#records]) {
      if (record.importId !== importId) continue
      const { person } = record
      const makers = [...this.#records.values()].filter((other) => other.person === person && other.isMade)
      const isOrphaned =
        makers.length > 0 && !makers.some((maker) => this.#live.has(maker.importId) && !maker.isHandedOver)
      if (isOrphaned && person.isImported && !this.#isNeeded(person)) {
        this.people.splice(this.people.indexOf(person), 1)
        for (const [key, other] of [...this.#records]) if (other.person === person) this.#records.delete(key)
      } else if (!record.isMade && !person.isErased) this.#records.delete(key)
      else if (heir !== undefined) Object.assign(record, { importId: heir, isHandedOver: true })
    }
  }

  #isNeeded(person: Person): boolean {
    const posts = [...this.posts.values()].some(({ author, votes }) => author === person || votes.has(person))
    return posts || [...this.comments.values()].some(({ author }) => author === person)
  }

  #castImported(name: string, person: Person, importId: number): void {
    const post = this.#post(name)
    if (!post.isDeleted && !post.votes.has(person) && !post.withdrawn.has(person)) post.votes.set(person, importId)
  }

  #personIn(source: string, who: number, importId: number): Person {
    const key = `${source}${who}`
    const record = this.#records.get(key)
    if (record) {
      if (!this.#live.has(record.importId)) Object.assign(record, { importId, isHandedOver: false })
      return record.person
    }
    const found = this.personNow(who)
    const person = found ?? this.#addPerson(who, true)
    this.#records.set(key, { person, importId, isMade: found === undefined, isHandedOver: false })
    return person
  }

  #addPerson(who: number, isImported: boolean): Person {
    const person = { who, isImported, isErased: false }
    this.people.push(person)
    return person
  }

  #removeComment(text: string): void {
    this.comments.delete(text)
    for (const answer of [...this.comments.values()]) if (answer.parent === text) this.comments.delete(answer.text)
  }

  /** A withdrawn vote that nothing brings at the moment is brought by no later import either. */
  #settle(): void {
    for (const post of this.posts.values()) {
      const voters = this.votersOf(post.name)
      for (const person of post.withdrawn) if (!voters.has(person)) post.hidden.add(person)
    }
  }

  #post(name: string): Post {
    const post = this.posts.get(name)
    if (!post) throw new Error(`There is no ${name}`)
    return post
  }
}
