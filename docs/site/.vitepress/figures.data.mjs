import { figures } from './figures.mjs'

export default {
  watch: ['../../*.csv', '../../performance.md', '../../performance-details.md', '../../conformance-details.md'],
  load: figures
}
