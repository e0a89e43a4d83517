import { figures } from './figures.mjs'

export default {
  watch: ['../../*.csv', '../../performance*.md'],
  load: figures
}
