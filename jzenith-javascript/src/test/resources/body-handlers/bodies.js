import { post, get } from 'jzenith'

const user = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    age: { type: 'integer', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' } }
  },
  required: ['name'],
  additionalProperties: false
}

let calls = 0

post('/users', { body: user }, ({ body }) => `${body.name} ${++calls}`)

get('/calls', () => calls)

post('/size', ({ body }) => typeof body === 'string' ? body.length : body.text.length)

get('/regex', ({ query }) => /^(a|aa)+$/.test(query.text) || /(.*)*\1x/.test(query.text))

const tags = { type: 'array', items: { type: 'string' } }

post('/tags', { body: tags }, ({ body }) => body.length)

post('/tags/or-name', { body: { anyOf: [tags, { type: 'string' }] } }, ({ body }) => body.length)

post('/unread', () => 'unread')

post('/caught', request => {
  try {
    return request.body
  } catch (e) {
    return `${e.status} ${e.detail}`
  }
})
