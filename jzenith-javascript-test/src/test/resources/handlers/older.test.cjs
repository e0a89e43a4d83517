const { problem } = require('jzenith')

test('a CommonJS file', () => equal(problem(404).status, 404))
