import { initials } from './lib/names.js'
import './users.js'

test('a module of the handlers is imported', () => equal(initials('ada lovelace'), 'AL'))

test('a user has initials', async () => {
  const response = await fetch('/api/users/ada')
  equal(response.status, 200)
  equal(response.headers.get('Content-Type'), 'application/json')
  equal(await response.json(), { name: 'ada', initials: 'A' })
})

test('a body, headers and a method are sent', async () => {
  const response = await fetch('/api/users', {
    method: 'post',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'joe' })
  })
  equal(response.status, 409)
  assert(!response.ok, 'a problem is not ok')
  equal((await response.json()).detail, 'taken')
})

test('bytes are bytes', async () => {
  equal(await (await fetch('/api/bytes')).bytes(), new Uint8Array([1, 2]))
})

test('requests run at the same time', async () => {
  const [first, second] = await Promise.all([fetch('/api/meet/first'), fetch('/api/meet/second')])
  equal([first.status, second.status], [204, 204])
})

test('timers run', async () => {
  const ran = []
  const repeated = setInterval(() => ran.push('repeated'), 1)
  clearTimeout(setTimeout(() => ran.push('cleared'), 1))
  await new Promise(resolve => setTimeout(resolve, 20))
  clearInterval(repeated)
  assert(ran.length > 0)
  assert(!ran.includes('cleared'))
})

test('equal values', () => {
  equal([1, { a: new Map([['b', new Date(0)]]) }], [1, { a: new Map([['b', new Date(0)]]) }])
  equal(NaN, NaN)
})
