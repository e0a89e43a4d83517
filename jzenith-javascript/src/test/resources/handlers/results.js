import { get, post, put, patch, del, created, response, problem } from 'jzenith'
import { greet } from './lib/greeting.js'

get('/', () => 'root')
get('/text', () => greet('world'))
get('/json', () => ({ message: 'Hello, World!' }))
get('/list', () => [1, 'two', null, { three: 3 }])
get('/number', () => 42)
get('/null', () => null)
get('/nothing', () => {})
get('/bytes', () => new Uint8Array([0, 1, 254, 255]))
get('/users/{id}', ({ path }) => ({ id: path.id }))
get('/users/me', () => 'me')
get('/search', ({ query }) => query)
get('/header', ({ headers }) => headers['x-tenant'])
get('/promise', async () => {
  await new Promise(resolve => setTimeout(resolve, 5))
  return { waited: true }
})
get('/response', () => response(202, { 'X-Kind': 'own', 'Content-Type': 'text/csv' }, 'a,b\n'))
post('/users', ({ body }) => created(`/users/${body.id}`, body))
put('/echo', ({ body }) => body)
patch('/type', ({ body }) => body === undefined ? 'none' : body instanceof Uint8Array ? 'bytes ' + body.length : typeof body)
del('/users/{id}', () => {})
get('/taken', () => { throw problem(409, 'taken', { name: 'joe' }) })
get('/refused', async () => { throw problem(422) })
get('/deadline', ({ deadline }) => deadline.remaining() > 0)
get('/url', () => {
  const url = new URL('../b?q=x+y#top', 'https://Example.org:443/a/c/')
  url.searchParams.append('n', 'ä&')
  return [url.href, url.searchParams.get('q'), URL.canParse('no url'), new TextEncoder().encode('ä').length]
})
get('/log', ({ log }) => { log.info('seen', 7) })
