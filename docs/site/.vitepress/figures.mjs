// The figures of the landing page, from what the benchmark measured and from the tables of the pages.
import { read, table } from './documents.mjs'
import { summary } from './measurements.mjs'

/** The only element that fits. */
function only(all, fits, what) {
  const found = all.filter(fits)
  if (found.length !== 1) throw new Error(`There are ${found.length} rows of ${what} where the landing page needs one.`)
  return found[0]
}

export function figures() {
  const [head, ...rows] = table(summary, 'a-service-with-everything-on')
  const times = (request) => {
    const row = only(rows, ([name]) => name === request, `'${request}' in ${summary}`)
    const cell = (column) => row[head.indexOf(column)]
    return { jzenith: cell('x by hand').split(' ')[0], quarkus: (Number(cell('Quarkus')) / Number(cell('by hand'))).toFixed(2) }
  }
  const runs = table('docs/conformance-details.md', 'the-tck')
  const tck = (program) => {
    const [, , passed, failed] = only(runs, ([name]) => name.startsWith(program), `the TCK with ${program}`).map((cell) => Number(cell.replaceAll(',', '')))
    return { passed: passed.toLocaleString('en'), run: (passed + failed).toLocaleString('en') }
  }
  const measured = /^Measured on ([\d-]+) at commit/m.exec(read(summary))
  if (!measured) throw new Error(`${summary} does not say when it was measured.`)
  return {
    date: measured[1],
    get: times('`GET`, JSON'),
    insert: times('the same with `INSERT .. RETURNING`'),
    tck: tck('jZenith'),
    stock: tck('stock RESTEasy')
  }
}
