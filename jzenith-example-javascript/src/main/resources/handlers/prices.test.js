test('tea has a price', async () => {
  const response = await fetch('/js/prices/tea')
  equal(response.status, 200)
  equal(await response.json(), { article: 'tea', cents: 450 })
})

test('an unknown article is 404', async () => {
  equal((await fetch('/js/prices/wine')).status, 404)
})

test('prices are added up', async () => {
  const body = JSON.stringify(['tea', 'coffee'])
  const response = await fetch('/js/prices/sum', { method: 'POST', body })
  equal(await response.json(), 970)
})
