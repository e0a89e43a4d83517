test('unequal', () => equal({ cents: 450 }, { cents: 451 }))

test('false', () => assert(1 > 2, 'one is less'))

test('rejected', async () => {
  await null
  throw new RangeError('far')
})

test('no object', () => undefined.name)

test('never', () => new Promise(() => {}))

test('late', async () => {
  setTimeout(() => { throw new Error('timer') }, 1)
  await new Promise(resolve => setTimeout(resolve, 10_000))
})

test('forgotten', async () => {
  Promise.reject(new Error('nobody'))
  await new Promise(resolve => setTimeout(resolve, 10_000))
})

test('no application', () => fetch('/'))

test('within', () => test('nested', () => {}))

test('passes', () => {})
