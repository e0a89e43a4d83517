import { get, post, problem } from 'jzenith'

const PRICES = new Map([['tea', 450], ['coffee', 520]])

get('/prices/{article}', ({ path }) => {
  const cents = PRICES.get(path.article)
  if (cents === undefined) {
    throw problem(404)
  }
  return { article: path.article, cents }
})

post('/prices/sum', async ({ body }) => {
  await new Promise(resolve => setTimeout(resolve, 5))
  return body.reduce((sum, article) => sum + (PRICES.get(article) ?? 0), 0)
})
