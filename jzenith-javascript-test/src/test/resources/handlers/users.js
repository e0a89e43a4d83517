import { get, post, problem } from 'jzenith'
import { initials } from './lib/names.js'

get('/users/{name}', ({ path }) => ({ name: path.name, initials: initials(path.name) }))

post('/users', ({ body }) => {
  if (body.name === 'joe') {
    throw problem(409, 'taken')
  }
  return { name: body.name }
})

get('/bytes', () => new Uint8Array([1, 2]))

// One request waits for the other.
let arrived
const other = new Promise(resolve => { arrived = resolve })
get('/meet/first', async () => { await other })
get('/meet/second', () => { arrived() })
