// The figures of the landing page, from what the benchmark measured and from the tables of the pages.
import { read, table } from './documents.mjs'
import { endpoints, page, starts } from './measurements.mjs'

/** The only element that fits. */
function only(all, fits, what) {
  const found = all.filter(fits)
  if (found.length !== 1) throw new Error(`There are ${found.length} rows of ${what} where the landing page needs one.`)
  return found[0]
}

export function figures() {
  const ratios = endpoints()
  const ratio = (test) => only(ratios, ({ label }) => label === test, `'${test}' in ${page}`).stated
  const programs = starts()
  const seconds = (program, jdk, archive) =>
    (only(programs, (row) => row.program.startsWith(program) && row.jdk === jdk && row.archive === archive, `${program} on JDK ${jdk} in ${page}`)
      .milliseconds / 1000).toFixed(1)
  const runs = table('docs/conformance-details.md', 'the-tck')
  const tck = (program) => {
    const [, , passed, failed] = only(runs, ([name]) => name.startsWith(program), `the TCK with ${program}`).map((cell) => Number(cell.replaceAll(',', '')))
    return { passed: passed.toLocaleString('en'), run: (passed + failed).toLocaleString('en') }
  }
  return {
    measured: /^measured: (.+)$/m.exec(read(page))[1],
    json: ratio('json'),
    db: ratio('db'),
    tck: tck('jZenith'),
    stock: tck('stock RESTEasy'),
    start: seconds('one resource', '17', 'none'),
    baseline: seconds('baseline', '17', 'none'),
    archived: seconds('one resource', '25', 'AOT cache')
  }
}
