import { get } from 'jzenith'

get('/busy', () => {
  const end = Date.now() + 100
  while (Date.now() < end);
  return 'done'
})

get('/sum', () => {
  const summand = 2
  return summand + 40
})
