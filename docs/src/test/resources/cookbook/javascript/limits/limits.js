import { get, post } from 'jzenith'

get('/function', () => () => 1)
get('/symbol', () => Symbol('s'))
get('/bigint', () => 10n)
get('/circular', () => {
  const value = {}
  value.value = value
  return value
})
get('/error', () => {
  throw new Error('broken')
})
get('/never', () => new Promise(() => {}))
get('/unhandled', () => {
  Promise.reject(new Error('forgotten'))
  return 'sent'
})
get('/loop', () => {
  for (;;);
})
get('/memory', () => {
  const all = []
  for (;;) {
    all.push(new Array(100))
    if (all.length > 1000) all.length = 0
  }
})
get('/recursion', () => {
  const deeper = n => deeper(n + 1) + 1
  return deeper(0)
})
get('/microtasks', async () => {
  for (;;) await null
})
get('/regexp', () => /^(a+)+\1$/.test('a'.repeat(40) + 'b'))
get('/timer', () => {
  setTimeout(() => { globalThis.late = true }, 50)
  return 'sent'
})
post('/prototype', ({ body }) => ({ admin: body.admin ?? false, others: {}.admin ?? false }))
post('/body', ({ body }) => body.length)
