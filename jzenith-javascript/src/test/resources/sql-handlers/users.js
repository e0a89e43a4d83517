import { get, post, created, problem } from 'jzenith'

get('/users/{id}', async ({ path, sql }) =>
  (await sql.query('SELECT id, name FROM person WHERE id = $1', path.id)).first() ?? problem(404))

get('/users', async ({ query, sql }) =>
  (await sql.query('SELECT id, name FROM person WHERE name LIKE :name ORDER BY id', { name: query.name + '%' })).list())

get('/one', async ({ sql }) => (await sql.query('SELECT id FROM person')).one())

post('/users', async ({ body, sql }) => {
  try {
    const user = (await sql.query('INSERT INTO person (id, name) VALUES (:id, :name) RETURNING id', body)).one()
    return created(`/api/users/${user.id}`)
  } catch (e) {
    if (e.code === '23505') {
      throw problem(409, `${e.name} of ${e.constraint}`)
    }
    throw e
  }
})

get('/count', async ({ sql }) => (await sql.query("UPDATE person SET name = name WHERE id < 3")).rowCount)

// Each column type as JavaScript sees it.
get('/types', async ({ sql }) => {
  const row = (await sql.query(`SELECT 1::int2 AS small, 42 AS int, 9007199254740991 AS safe, 9007199254740993 AS big,
    0.1::float4 AS real, 1.5::float8 AS double, 12345678901234567890.10::numeric AS exact, true AS bool, 'text' AS text, NULL AS none,
    '00000000-0000-0001-0000-000000000002'::uuid AS id, '{"a":[1,{"b":null}]}'::jsonb AS json, ARRAY[1,NULL,3] AS ints,
    ARRAY['a','b'] AS texts, '\\x00ff'::bytea AS bytes, '2026-01-02'::date AS date, '2026-01-02T03:04:05.678901Z'::timestamptz AS at,
    '2026-01-02 03:04'::timestamp AS local, '03:04'::time AS time, '1 day'::interval AS interval, 1 AS "__proto__"`)).one()
  return Object.fromEntries(Object.keys(row).map(name => {
    const value = row[name]
    return [name === '__proto__' ? 'proto' : name, [typeof value === 'object' && value !== null ? value.constructor.name : typeof value,
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? [...value] : value]]
  }))
})

// Each JavaScript value as the database gets it.
get('/parameters', async ({ sql }) => {
  const text = async (type, value) => (await sql.query(`SELECT $1::${type}::text AS value`, value)).one().value
  const refused = async value => {
    try {
      await sql.query('SELECT $1::int', value)
    } catch (e) {
      return `${e.name}: ${e.message}`
    }
  }
  return {
    int: await text('int', 42),
    text: await text('int', '42'),
    big: await text('int8', 9007199254740993n),
    fraction: await text('float8', 1.5),
    bool: await text('bool', true),
    none: await text('int', null),
    date: await text('timestamptz', new Date(0)),
    bytes: await text('bytea', new Uint8Array([1, 0, 255]).subarray(1)),
    array: await text('int[]', [1, null, 3]),
    texts: await text('text[]', ['a', 'b,c']),
    json: (await sql.query('SELECT $1::jsonb::text AS value, $2::int AS second', { a: [1, 'x'] }, 1)).one().value,
    list: await text('jsonb', [{ a: 1 }]),
    undefined: await refused(undefined),
    function: await refused(() => 1),
    word: await refused('one')
  }
})

post('/move', async ({ body, sql }) => sql.transaction(async tx => {
  await tx.query('INSERT INTO person (id, name) VALUES ($1, $2)', body.id, body.name)
  if (body.fail) {
    throw problem(422, 'refused')
  }
  try {
    await tx.transaction(inner => inner.query('INSERT INTO person (id, name) VALUES (1, $1)', body.name))
  } catch (e) {
    return (await tx.query('SELECT count(*) AS count FROM person WHERE id = $1', body.id)).one().count + ' ' + e.code
  }
}))

get('/missing', ({ sql }) => sql.named('nothing'))

get('/reports', async ({ sql }) => (await sql.named('reports').query('SELECT count(*) AS tables FROM pg_tables WHERE tablename = $1', 'person')).one())

get('/unhandled', async ({ sql }) => { await sql.query('SELECT * FROM no_such_table') })

get('/single', async ({ sql: { query, transaction, stream, named } }) => {
  const result = await query('SELECT id, name FROM person WHERE id = $1', 2)
  const streamed = []
  for await (const row of stream('SELECT id, name FROM person WHERE id = 2')) {
    streamed.push(row)
  }
  return {
    counted: result.rowCount,
    rows: [result.one(), result.first(), ...result.list(), ...streamed],
    refused: await query(2).catch(e => e.message),
    nested: await transaction(async tx => typeof tx.named),
    named: typeof named
  }
})
