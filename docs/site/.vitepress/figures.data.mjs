import { figures } from './figures.mjs'

export default {
  watch: ['../../performance.md', '../../conformance-details.md'],
  load: figures
}
