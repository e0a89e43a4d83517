// The figures of the landing page, from what the benchmark measured and from the tables of the pages.
import { table } from './documents.mjs'
import { summary } from './measurements.mjs'

/** The only element that fits. */
function only(all, fits, what) {
  const found = all.filter(fits)
  if (found.length !== 1) throw new Error(`There are ${found.length} rows of ${what} where the landing page needs one.`)
  return found[0]
}

export function figures() {
  const [head, ...rows] = table(summary, 'a-service-with-everything-on')
  const ratio = (request) => only(rows, ([name]) => name === request, `'${request}' in ${summary}`)[head.indexOf('x by hand')].split(' ')[0]
  const runs = table('docs/conformance-details.md', 'the-tck')
  const tck = (program) => {
    const [, , passed, failed] = only(runs, ([name]) => name.startsWith(program), `the TCK with ${program}`).map((cell) => Number(cell.replaceAll(',', '')))
    return { passed: passed.toLocaleString('en'), run: (passed + failed).toLocaleString('en') }
  }
  return {
    get: ratio('`GET`, JSON'),
    insert: ratio('the same with `INSERT .. RETURNING`'),
    tck: tck('jZenith'),
    stock: tck('stock RESTEasy')
  }
}
