import { get, post, problem, response } from 'jzenith'

get('/members', async () => { throw problem(409, 'taken', { n: 10n }) })
get('/circular', async () => {
  const members = {}
  members.members = members
  throw problem(409, 'taken', members)
})
get('/headers', async () => {
  const headers = {}
  headers.headers = headers
  return response(200, headers, 'text')
})
get('/status', async () => response(200.5, {}, 'text'))
get('/text-status', async () => response('200', {}, 'text'))
get('/getter', async () => {
  throw Object.defineProperty(new Error('text'), 'message', { get () { throw new Error('none') } })
})
post('/text', async ({ body }) => { throw new Error(String(body)) })
