// Calls the example with the client that openapi-generator has made. The arguments are its URL and a token.
import { Configuration, OwnNotesApi, ResponseError, UserApi, UserStreamApi } from './index'

declare const process: { argv: string[]; exit(code: number): never }
declare const console: { error(text: unknown): void }

function expect(expected: unknown, actual: unknown) {
  if (JSON.stringify(expected) !== JSON.stringify(actual)) {
    throw new Error(`Expected ${JSON.stringify(expected)}, but got ${JSON.stringify(actual)}.`)
  }
}

async function status(call: Promise<unknown>): Promise<number> {
  try {
    await call
    return 200
  } catch (failure) {
    if (failure instanceof ResponseError) {
      return failure.response.status
    }
    throw failure
  }
}

async function main(url: string, token: string) {
  const known = new Configuration({ basePath: url, headers: { Authorization: `Bearer ${token}` } })
  const users = new UserApi(known)

  const created = await users.userCreate({ userData: { name: 'Ann', email: `${Date.now()}@example.com` } })
  expect('Ann', created.name)
  expect(created, await users.userGet({ id: created.id }))
  expect(true, (await users.userList({ offset: 0, limit: 100 })).totalElements > 0)
  expect('Bea', (await users.userUpdate({ id: created.id, userData: { name: 'Bea' } })).name)
  expect(null, (await users.userGet({ id: created.id })).email)
  expect(true, (await new UserStreamApi(known).userStreamAll()).some(each => each.name === 'Bea'))
  await users.userDelete({ id: created.id })
  expect(404, await status(users.userGet({ id: created.id })))
  expect(400, await status(users.userCreate({ userData: { name: ' ' } })))

  const notes = new OwnNotesApi(known)
  const note = await notes.ownNotesCreate({ noteData: { text: 'Buy milk.' } })
  expect(true, (await notes.ownNotesAll()).some(each => each.id === note.id))
  await notes.ownNotesDelete({ id: note.id })
  expect(401, await status(new OwnNotesApi(new Configuration({ basePath: url })).ownNotesAll()))
}

main(process.argv[2], process.argv[3]).catch(failure => {
  console.error(failure)
  process.exit(1)
})
