/** Your users are in your database, and their passwords are hashed there. */
export const PEOPLE = [
  { id: 'user-1', username: 'ada', email: 'ada@acme.example', emailVerified: true, givenName: 'Ada' },
  { id: 'user-2', username: 'bob', email: 'bob@acme.example', emailVerified: false, givenName: 'Bob' },
]

export function personByPassword(username, password) {
  return password === 'demo' ? PEOPLE.find((person) => person.username === username) : undefined
}
