import { figures } from './figures.mjs'

export default {
  watch: ['../../*.csv', '../../performance.md', '../../conformance-details.md'],
  load: figures
}
