// The tables of the benchmark. Each process has a few connections, and each connection a pipeline of prepared statements.
import pg from 'pg'

const CONNECTIONS = 4
const ROWS = 10_000
const WORLD = { name: 'world', text: 'SELECT id, randomnumber FROM world WHERE id = $1' }
const UPDATE = { name: 'update', text: 'UPDATE world SET randomnumber = $1 WHERE id = $2' }
const FORTUNES = { name: 'fortunes', text: 'SELECT id, message FROM fortune' }
const USER = { name: 'user', text: 'SELECT id, name, email FROM users WHERE id = $1' }

function oneToTenThousand() {
  return 1 + Math.floor(Math.random() * ROWS)
}

function world(row) {
  return { id: row.id, randomNumber: row.randomnumber }
}

export async function connectToDatabase(env) {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(env)))
  let next = 0
  let worlds

  function client() {
    next = (next + 1) % CONNECTIONS
    return clients[next]
  }

  function query(statement, ...values) {
    return client().query({ ...statement, values })
  }

  async function random() {
    return world((await query(WORLD, oneToTenThousand())).rows[0])
  }

  function randoms(count) {
    return Promise.all(Array.from({ length: count }, random))
  }

  return {
    random,
    randoms,

    /**
     * Updates in one transaction, in the order of the ids, so that two never wait for each other in a circle. All statements
     * are sent in one turn, so that none of another request gets between them.
     */
    async update(count) {
      const changed = (await randoms(count))
        .map(({ id }) => ({ id, randomNumber: oneToTenThousand() }))
        .sort((one, other) => one.id - other.id)
      const same = client()
      await Promise.all([
        same.query('BEGIN'),
        ...changed.map(({ id, randomNumber }) => same.query({ ...UPDATE, values: [randomNumber, id] })),
        same.query('COMMIT')
      ])
      return changed
    },

    async cached(count) {
      worlds ??= query({ text: 'SELECT id, randomnumber FROM world' }).then(({ rows }) => rows.map(world))
      const all = await worlds
      return Array.from({ length: count }, () => all[oneToTenThousand() - 1])
    },

    async fortunes() {
      return (await query(FORTUNES)).rows
    },

    async user(id) {
      return (await query(USER, id)).rows[0]
    }
  }
}

async function connect(env) {
  const client = new pg.Client({
    host: env.POSTGRESQL_HOST ?? 'localhost',
    port: Number(env.POSTGRESQL_PORT ?? 5432),
    database: env.POSTGRESQL_DATABASE ?? 'example',
    user: env.POSTGRESQL_USERNAME ?? 'postgres',
    password: env.POSTGRESQL_PASSWORD ?? '',
    pipeline: true
  })
  await client.connect()
  return client
}
