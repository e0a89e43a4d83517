// The figures of the landing page, from what the benchmark wrote and from the tables of the pages about performance.
import { read, table } from './documents.mjs'

const page = 'docs/performance.md'

const names = {
  plaintext: 'Plain text',
  'plaintext-pipelined': 'Plain text, 16 requests pipelined',
  json: 'JSON',
  db: 'One row of PostgreSQL as JSON',
  queries: '20 rows by 20 queries',
  updates: '20 rows read and updated',
  fortunes: 'HTML page from a table',
  user: 'One user by id',
  post: 'POST, 170 bytes of JSON',
  'post-validated': 'POST, validated',
  'bad-parameter': 'Bad parameter',
  'flowable-1000': 'Flowable of 1,000 elements'
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The front matter of the page: date, processes and machine. */
function conditions() {
  const head = /^---\n([\s\S]*?)\n---\n/.exec(read(page))
  const found = Object.fromEntries((head?.[1] ?? '').split('\n').map((line) => line.split(/:\s*(.*)/).slice(0, 2)))
  for (const name of ['measured', 'processes', 'machine']) {
    if (!found[name]) throw new Error(`The front matter of ${page} has no '${name}'. Say when and on what was measured.`)
  }
  return found
}

/** Microseconds of CPU time of a request: the median of processes, each the median of its rounds. */
function costs(file, processes) {
  const [head, ...rows] = read(file).trim().split('\n').map((line) => line.split(','))
  const column = (name) => {
    const index = head.indexOf(name)
    if (index < 0) throw new Error(`${file} has no column ${name}.`)
    return index
  }
  const [test, contestant, cost] = ['test', 'contestant', 'cpu_seconds_per_1000_requests'].map(column)
  const samples = {}
  for (const row of rows) {
    ;((samples[row[test]] ??= {})[row[contestant]] ??= []).push(Number(row[cost]) * 1000)
  }
  const ofProcesses = (rounds) => {
    const each = rounds.length / processes
    if (!Number.isInteger(each)) throw new Error(`${file} has ${rounds.length} rounds, which ${processes} processes do not divide.`)
    return median(Array.from({ length: processes }, (_, i) => median(rounds.slice(i * each, (i + 1) * each))))
  }
  return Object.entries(samples).map(([name, each]) => {
    const baseline = ofProcesses(each.baseline)
    const jzenith = ofProcesses(each.jzenith)
    return { key: name, name: names[name] ?? name, baseline: baseline.toFixed(1), jzenith: jzenith.toFixed(1), ratio: jzenith / baseline }
  })
}

function summary(tests) {
  const sorted = [...tests].sort((a, b) => a.ratio - b.ratio)
  return { tests: tests.length, median: median(tests.map((test) => test.ratio)), least: sorted[0], most: sorted.at(-1) }
}

/** The start without an archive on JDK 17: [program, milliseconds, MiB]. */
function starts() {
  const rows = table(page, 'start-up-and-memory').slice(1)
  const figure = (cell) => Number(cell.replaceAll(',', '').split(' ')[0])
  return Object.fromEntries(
    rows.filter((row) => row[0] && row[1] === '17').map((row) => [row[0].split(' ')[0], { time: figure(row[3]), memory: figure(row[5]) }])
  )
}

export function figures() {
  const { measured, processes, machine } = conditions()
  const endpoints = costs('docs/performance.csv', Number(processes))
  const service = costs('docs/performance-service.csv', Number(processes))
  const [, ...peers] = table(page, 'against-stock-resteasy-and-a-blocking-server')
  const database = summary(endpoints.filter((test) => ['db', 'queries', 'updates', 'fortunes', 'user'].includes(test.key)))
  return { measured, machine, endpoints, database, service: summary(service), peers, starts: starts() }
}
