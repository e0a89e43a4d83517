test('one', () => {})
const const = 1
