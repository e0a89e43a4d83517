// The figures of the landing page, from what the benchmark measured and from the tables of the pages.
import { table } from './documents.mjs'
import { configured, page } from './measurements.mjs'

/** The only element that fits. */
function only(all, fits, what) {
  const found = all.filter(fits)
  if (found.length !== 1) throw new Error(`There are ${found.length} rows of ${what} where the landing page needs one.`)
  return found[0]
}

export function figures() {
  const ratios = configured()
  const ratio = (test) => only(ratios, ({ label }) => label === test, `'${test}' in ${page}`).stated
  const runs = table('docs/conformance-details.md', 'the-tck')
  const tck = (program) => {
    const [, , passed, failed] = only(runs, ([name]) => name.startsWith(program), `the TCK with ${program}`).map((cell) => Number(cell.replaceAll(',', '')))
    return { passed: passed.toLocaleString('en'), run: (passed + failed).toLocaleString('en') }
  }
  return {
    json: ratio('json'),
    db: ratio('db'),
    tck: tck('jZenith'),
    stock: tck('stock RESTEasy')
  }
}
