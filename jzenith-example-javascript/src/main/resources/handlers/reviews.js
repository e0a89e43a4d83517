import { get } from 'jzenith'

get('/reviews/{article}', async ({ path, sql }) =>
  (await sql.query('SELECT author, stars FROM reviews WHERE article = $1 ORDER BY author', path.article)).list())
