import { figures } from './figures.mjs'

export default {
  watch: ['../../*.csv', '../../performance.md', '../../conformance.md'],
  load: figures
}
