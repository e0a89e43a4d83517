// What the benchmark measured: the ratios of its csv files, computed as docs/performance-details.md computes them, and the tables of
// docs/performance.md. The build fails where a page and the data disagree.
import { read, table } from './documents.mjs'

export const summary = 'docs/performance.md'
export const page = 'docs/performance-details.md'

/** Names of the endpoints' tests whose rows have other names. */
const renamed = { 'plaintext, 16 pipelined': 'plaintext-pipelined', 'queries, 20': 'queries', 'updates, 20': 'updates', 'GET /users/{id}': 'user' }

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** CPU time of a request, jZenith's over the baseline's, by test. The medians are those of the processes that were measured. */
function ratiosOf(file) {
  const processes = Number(/^processes: (\d+)$/m.exec(read(page))?.[1])
  const [head, ...rows] = read(file).trim().split('\n').filter((line) => !line.startsWith('#')).map((line) => line.split(','))
  const [name, contestant, cost] = ['test', 'contestant', 'cpu_seconds_per_1000_requests'].map((column) => head.indexOf(column))
  const medians = (test, program) => {
    const costs = rows.filter((row) => row[name] === test && row[contestant] === program).map((row) => Number(row[cost]))
    const rounds = costs.length / processes
    if (!(rounds >= 1) || !Number.isInteger(rounds)) {
      throw new Error(`${file} has ${costs.length} rounds of ${test} by ${program}, in ${processes} processes ('processes' of ${page}).`)
    }
    return Array.from({ length: processes }, (_, i) => median(costs.slice(i * rounds, (i + 1) * rounds)))
  }
  return new Map([...new Set(rows.map((row) => row[name]))].map((test) => {
    const [ours, theirs] = [medians(test, 'jzenith'), medians(test, 'baseline')]
    const each = ours.map((value, i) => value / theirs[i])
    return [test, { value: median(ours) / median(theirs), least: Math.min(...each), largest: Math.max(...each) }]
  }))
}

/** The rows of a table of the page with their ratios: [{ label, stated, value, least, largest }]. */
function ratios(heading, file, testOf) {
  const measured = ratiosOf(file)
  const [head, ...rows] = table(page, heading)
  const column = head.indexOf('x baseline')
  return rows.map((row, i) => {
    const label = row[0].replaceAll('`', '')
    const ratio = measured.get(testOf(label, [...measured.keys()][i]))
    const stated = row[column].split(' ')[0]
    if (!ratio || Math.abs(ratio.value - Number(stated)) > 0.011) {
      throw new Error(`${page} says ${row[column]} of '${label}', ${file} says ${ratio?.value.toFixed(2)}. Write what was measured.`)
    }
    return { label, stated, ...ratio }
  })
}

const endpointRatios = (heading, file) => ratios(heading, file, (label) => renamed[label] ?? label)

/** CPU time of the endpoints without security headers and access log, as a ratio to the baseline's. */
export const endpoints = () => endpointRatios('the-endpoints-of-the-benchmark', 'docs/performance.csv')

/** The same with the default settings. */
export const configured = () => endpointRatios('the-endpoints-as-configured', 'docs/performance-configured.csv')

/** The tests of the rows of the table about a service. */
const serviceTests = [
  'service-json', 'filters', 'parameters', 'post', 'post-validated', 'mapped-exception', 'bad-parameter', 'flowable-20', 'flowable-1000',
  'blocking', 'row-stream'
]

/** CPU time of a service's requests, as a ratio to the baseline's; each row of the table is the test of this place. */
export const service = () => {
  let row = 0
  return ratios('a-service-feature-by-feature', 'docs/performance-service.csv', () => serviceTests[row++])
}

/** Milliseconds from the start of a program to its first response, of the table that benchmark/startup prints: [{ program, archive, milliseconds }]. */
export const starts = () => table(summary, 'start-up-and-memory').slice(1)
  .map(([program, archive, milliseconds]) => ({ program, archive, milliseconds: Number(milliseconds.split(' ')[0]) }))

/** Microseconds of CPU time for a request with everything on: [{ request, costs: [{ program, microseconds }] }]. */
export function sum() {
  const [head, ...rows] = table(summary, 'a-service-with-everything-on')
  return rows.map(([request, ...cells]) => ({
    request: request.replaceAll('`', ''),
    costs: cells.map((cell, i) => ({ program: head[i + 1], microseconds: Number(cell) })).filter(({ program }) => program !== 'x by hand')
  }))
}
