// The figures of the landing page, from what the benchmark wrote and from the tables of the pages.
import { read, table } from './documents.mjs'

const page = 'docs/performance.md'

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** CPU time of a request, jZenith's over the baseline's: medians of all rounds. */
function ratio(name) {
  const [head, ...rows] = read('docs/performance.csv').trim().split('\n').map((line) => line.split(','))
  const [test, contestant, cost] = ['test', 'contestant', 'cpu_seconds_per_1000_requests'].map((column) => head.indexOf(column))
  const of = (program) => median(rows.filter((row) => row[test] === name && row[contestant] === program).map((row) => Number(row[cost])))
  return of('jzenith') / of('baseline')
}

/** Milliseconds from the start of a program with one resource to its first response. */
function start(jdk, archive) {
  let program = ''
  for (const row of table(page, 'start-up-and-memory').slice(1)) {
    program = row[0] || program
    if (program.startsWith('one') && row[1] === jdk && row[2] === archive) return Number(row[3].replaceAll(',', '').split(' ')[0])
  }
  throw new Error(`${page} has no start of one resource on JDK ${jdk} with archive '${archive}'.`)
}

export function figures() {
  const tck = table('docs/conformance.md', 'conformance').find((row) => row[0].startsWith('Jakarta REST TCK'))
  return {
    json: ratio('json').toFixed(2),
    db: ratio('db').toFixed(2),
    passed: tck[1],
    failed: tck[2],
    start: (start('17', 'none') / 1000).toFixed(1),
    archived: (start('25', 'AOT cache') / 1000).toFixed(1)
  }
}
