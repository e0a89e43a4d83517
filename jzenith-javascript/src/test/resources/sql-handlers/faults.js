import { get, post, problem } from 'jzenith'

get('/row', async ({ sql }) => (await sql.query('SELECT 1 AS one')).one())

get('/sleep', async ({ sql }) => (await sql.query("SELECT pg_sleep(600) AS script_sleep")).one())

post('/half', async ({ sql }) => sql.transaction(async tx => {
  await tx.query("INSERT INTO person (id, name) VALUES (100, 'half')")
  await tx.query('SELECT pg_sleep(600) AS script_sleep')
}))

get('/numbers', ({ sql, query }) => sql.stream('SELECT n, repeat($2, 100) AS filler FROM generate_series(1, $1::int) AS n', query.count, 'x'))

get('/sum', async ({ sql, query }) => {
  let sum = 0
  for await (const { n } of sql.stream('SELECT n FROM generate_series(1, $1::int) AS n', query.count)) {
    sum += n
    if (n === Number(query.until)) {
      break
    }
  }
  return sum
})

get('/all', async ({ sql, query }) => (await sql.query('SELECT n FROM generate_series(1, $1::int) AS n', query.count)).list().length)

get('/failing', async function * ({ query }) {
  for (let n = 0; n < Number(query.count); n++) {
    yield { n, filler: 'x'.repeat(1000) }
  }
  throw query.status ? problem(Number(query.status), 'the source broke') : new Error('the source broke')
})

get('/generated', async function * ({ query }) {
  for (let n = 0; n < Number(query.count); n++) {
    yield { n }
  }
})

let yielded = 0
get('/counted', async function * ({ query }) {
  for (yielded = 0; yielded < Number(query.count);) {
    yielded++
    yield 'x'.repeat(4000)
  }
})

get('/yielded', () => yielded)

get('/first', async ({ numbers }) => {
  for await (const n of numbers) {
    return n
  }
})

get('/empty', () => {})
