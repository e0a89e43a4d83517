import { get, post, problem } from 'jzenith'

get('/articles/{id}', async ({ path, http }) => await http.articles.find(path.id) ?? problem(404))

post('/articles', ({ body, http }) => http.articles.add(body))

get('/articles', ({ http }) => http.articles.all())

get('/status/{status}', async ({ path, http }) => {
  try {
    await http.articles.fail(Number(path.status))
  } catch (e) {
    return `${e.name} ${e.status}`
  }
})

get('/uncaught', ({ http }) => http.articles.fail(404))

get('/wrong', ({ http }) => http.articles.find('1', '2'))

get('/settings', ({ settings }) => settings)

get('/identity', ({ identity }) => identity ? [identity.name, identity.roles, identity.hasRole('admin'), identity.hasRole('none')] : 'nobody')

get('/fetch', async ({ query, fetch }) => {
  const response = await fetch(query.url, { headers: { 'X-Test': 'yes' } })
  return { status: response.status, ok: response.ok, type: response.headers.get('Content-Type'), body: await response.text() }
})

post('/fetch', async ({ query, body, fetch }) => {
  const response = await fetch(query.url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  return (await response.json()).title
})

post('/articles/text', ({ body, http }) => http.articles.add(JSON.stringify(body)))
