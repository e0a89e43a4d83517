const { get } = require('jzenith')
const leftpad = require('leftpad')

get('/commonjs', ({ query }) => leftpad(query.text, 5))
