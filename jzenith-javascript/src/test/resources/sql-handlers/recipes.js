import { get, post } from 'jzenith'

get('/people/{id}', async ({ path, sql }) =>
  (await sql.query('SELECT id, name FROM person WHERE id = $1', path.id)).first())

get('/people', ({ sql }) => sql.stream('SELECT id, name FROM person ORDER BY id'))

post('/people', async ({ body, sql }) => sql.transaction(async tx => {
  await tx.query('INSERT INTO person (id, name) VALUES (:id, :name)', body)
  return (await tx.query('SELECT count(*) AS people FROM person')).one()
}))
