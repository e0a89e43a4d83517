import { get } from 'jzenith'

get('/throws', () => {
  throw new Error('broken')
})
get('/rejects', async () => {
  await null
  undefined.property
})
get('/function', () => () => 1)
get('/symbol', () => Symbol('s'))
get('/bigint', () => 10n)
get('/circular', () => {
  const a = {}
  a.a = a
  return a
})
get('/never', () => new Promise(() => {}))
get('/unhandled', () => {
  Promise.reject(new Error('forgotten'))
  return 'sent'
})
get('/late', () => {
  setTimeout(() => { globalThis.late = true }, 50)
  return 'sent'
})
get('/late/seen', () => globalThis.late === true)
get('/loop', () => { for (;;); })
get('/loop/later', async () => {
  await new Promise(resolve => setTimeout(resolve, 1))
  for (;;);
})
get('/loop/timer', () => new Promise(() => setTimeout(() => { for (;;); }, 1)))
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
get('/microtasks', async () => { for (;;) await null })
get('/microtasks/other', () => {
  const again = () => Promise.resolve().then(again)
  again()
  return 'sent'
})
get('/visible', () => [typeof Java, typeof Polyglot, typeof process, typeof load, typeof Graal, typeof Packages])
get('/forged', ({ query, log }) => {
  log.info('log', query.text)
  console.warn('console', query.text)
  Promise.reject(new Error('rejected ' + query.text))
  return 'sent'
})
