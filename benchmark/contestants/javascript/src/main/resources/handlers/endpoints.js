// The endpoints of the benchmark.
import { get, response } from 'jzenith'
import { page } from './lib/fortunes.js'

const GREETING = 'Hello, World!'
const WORLD = 'SELECT id, randomnumber FROM world WHERE id = $1'
const UPDATE = 'UPDATE world SET randomnumber = $1 WHERE id = $2'

/** From 1 to 500; anything that is not a number means 1. */
function count({ query }) {
  const text = query.queries ?? ''
  return /^[0-9]+$/.test(text) ? Math.min(Math.max(Number(text), 1), 500) : 1
}

function oneToTenThousand() {
  return 1 + Math.floor(Math.random() * 10_000)
}

async function random(sql) {
  const { id, randomnumber } = (await sql.query(WORLD, oneToTenThousand())).one()
  return { id, randomNumber: randomnumber }
}

function randoms(sql, count) {
  return Promise.all(Array.from({ length: count }, () => random(sql)))
}

get('/plaintext', () => GREETING)

get('/json', () => ({ message: GREETING }))

get('/db', ({ sql }) => random(sql))

get('/queries', request => randoms(request.sql, count(request)))

// Updates in the order of the ids, so that two updates never wait for each other in a circle.
get('/updates', async request => {
  const changed = (await randoms(request.sql, count(request)))
    .map(({ id }) => ({ id, randomNumber: oneToTenThousand() }))
    .sort((one, other) => one.id - other.id)
  await request.sql.transaction(tx =>
    Promise.all(changed.map(({ id, randomNumber }) => tx.query(UPDATE, randomNumber, id)))
  )
  return changed
})

get('/fortunes', async ({ sql }) => {
  const fortunes = (await sql.query('SELECT id, message FROM fortune')).list()
  return response(200, { 'Content-Type': 'text/html;charset=utf-8' }, page(fortunes))
})
