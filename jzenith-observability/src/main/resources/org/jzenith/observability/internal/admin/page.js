'use strict'

const NUMBER = 'number'
const SILENCE = 5000
const names = Object.fromEntries([...document.querySelectorAll('main section')].map((each) => [each.id, each.querySelector('h2').textContent]))
let last = Date.now()
let source

function show(id, ...children) {
  const content = document.querySelector(`#${id} .content`)
  const open = new Set([...content.querySelectorAll('details[open]')].map((each) => each.dataset.key))
  content.replaceChildren(...children)
  content.querySelectorAll('details').forEach((each) => { each.open = open.has(each.dataset.key) })
}

/** Lets the keyboard reach the parts that scroll. */
function focusScrolling() {
  document.querySelectorAll('.content, #report, #aboutReport').forEach((each) => {
    if (each.scrollWidth > each.clientWidth) {
      each.tabIndex = 0
      each.setAttribute('role', 'region')
      each.setAttribute('aria-label', each.closest('section').querySelector('h2').textContent)
    } else {
      ['tabindex', 'role', 'aria-label'].forEach((name) => each.removeAttribute(name))
    }
  })
}

function state(text, lost) {
  const element = document.getElementById('state')
  element.textContent = text
  element.className = lost ? 'lost' : ''
}

function details(key, summary, ...children) {
  const element = h('details', {}, h('summary', {}, summary), ...children)
  element.dataset.key = key
  return element
}

function operations(id, client, all) {
  show(id, table(all.methods, [
    [client, (row) => row.client],
    ['', (row) => h('code', {}, row.text)],
    ['calls', (row) => row.now.calls, NUMBER],
    ['failed', (row) => h('span', { class: row.now.failed ? 'bad' : '' }, row.now.failed), NUMBER],
    ['rejected', (row) => h('span', { class: row.now.rejected ? 'bad' : '' }, row.now.rejected), NUMBER],
    ['disposed', (row) => row.now.disposed, NUMBER],
    ['retried', (row) => row.now.retried, NUMBER],
    ['p50', (row) => ms(row.now.p50), NUMBER],
    ['p99', (row) => ms(row.now.p99), NUMBER],
    ['last failure', (row) => row.lastFailure, 'wide']
  ], id === 'outbound' ? 'No calls.' : 'None.'), all.running.length ? h('p', {}, `${all.inFlight} in progress:`) : '',
  all.running.length ? table(all.running, [['since', (row) => ms(row.since), NUMBER], [client, (row) => row.client], ['', (row) => h('code', {}, row.text)], ['for', (row) => row.caller, 'wide']]) : '')
}

function cell(value) {
  if (typeof value !== 'object') return value
  const age = h('span', {})
  age.dataset.at = value.at
  return age
}

/** Draws a table of a plugin. What has not changed stays, so that a click finds its button. */
function pluginTable(all) {
  const id = `table-${all.name}`
  let section = document.getElementById(id)
  if (!section) {
    section = h('section', { id, class: 'table' }, h('h2', {}, all.title), h('div', { class: 'content' }), h('p', { class: 'bad' }))
    document.getElementById('health').before(section)
    names[id] = all.title
  }
  const drawn = JSON.stringify(all)
  if (section.dataset.drawn === drawn) return
  section.dataset.drawn = drawn
  const kind = (i) => all.rows.some((row) => typeof row.cells[i] !== 'string') ? NUMBER : ''
  const columns = all.columns.map((title, i) => [title, (row) => h('span', { class: row.warning ? 'warn' : '' }, cell(row.cells[i])), kind(i)])
  if (all.actions.length) {
    columns.unshift(['', (row) => all.actions.map((action) => h('button', { click: (event) => act(event.target, all, action, row) }, action.name)), 'close'])
  }
  show(id, all.error ? h('p', { class: 'bad' }, `It cannot be read: ${all.error}.`) : table(all.rows, columns, 'None.'))
}

async function act(button, all, action, row) {
  if (action.confirmed && !confirm(`${all.title}: ${action.name} ${row.id}?`)) return
  button.disabled = true
  const problem = document.querySelector(`#table-${all.name} > p`)
  try {
    const response = await fetch(`tables/${all.name}/${action.name}?row=${encodeURIComponent(row.id)}`, { method: 'POST' })
    const answer = await response.json()
    problem.textContent = response.ok ? '' : `${response.status}: ${answer.detail || ''}`
    if (response.ok) sections.tables(answer)
  } catch (error) {
    problem.textContent = `${action.name}: there is no response.`
  } finally {
    button.disabled = false
  }
}

const sections = {
  tables(all) {
    all.forEach(pluginTable)
    document.querySelectorAll('[data-at]').forEach((each) => { each.textContent = ms(Math.max(0, Date.now() - each.dataset.at)) })
  },
  findings(all) {
    show('findings', all.length
      ? h('ul', { class: 'findings' }, all.map((each) => h('li', { class: each.level }, each.text, h('a', { href: `#${each.section}` }, names[each.section]))))
      : h('p', { class: 'good' }, 'Nothing that jZenith measures.'))
  },
  signals(all) {
    const now = all.now
    const card = (title, value, values, most, kind) => h('div', { class: 'card' }, h('span', {}, title), h('b', { class: kind }, value), line(values, 'line', most))
    const errors = all.failed.map((each, i) => each + all.refused[i])
    show('signals', h('div', { class: 'cards' },
      card('requests each second', now.rate, all.requests),
      card('failed / refused in a minute', `${now.failed} / ${now.refused}`, errors, 0, now.failed + now.refused ? 'bad' : ''),
      card('median', ms(now.p50), all.p50),
      card('99 % within', ms(now.p99), all.p99),
      card('99.9 % within', ms(now.p999), all.p999),
      card('saturation: the fullest limit', percent(now.saturation), all.saturation, 1, now.saturation >= 0.8 ? 'bad' : ''),
      card('utilization: CPU', percent(now.utilization), all.utilization, 1)))
  },
  limits(all) {
    const amount = (row, value) => row.unit === 'bytes' ? bytes(value) : String(value)
    const columns = [
      ['', (row) => row.name],
      ['', (row) => row.limit ? meter(row.share) : ''],
      ['used', (row) => amount(row, row.used), NUMBER],
      ['peak', (row) => amount(row, row.peak), NUMBER],
      ['limit', (row) => row.limit ? amount(row, row.limit) : 'none', NUMBER],
      ['', (row) => row.unit === 'bytes' ? '' : row.unit]
    ]
    const zero = all.filter((row) => row.peakOfHour === 0)
    show('limits', table(all.filter((row) => row.peakOfHour !== 0), columns, 'None is in use.'),
      zero.length ? details('zero', `${zero.length} that were zero for the last hour`, table(zero, columns)) : '')
  },
  pools(all) {
    if (!all.length) return show('pools', h('p', { class: 'faint' }, 'No transaction or stream has used a connection yet.'))
    show('pools', ...all.flatMap((pool) => [
      h('p', {}, h('b', {}, pool.name), ` ${pool.held} held, `, h('span', { class: pool.waiting ? 'bad' : '' }, `${pool.waiting} waiting`)),
      table(pool.holders, [
        ['connection', (row) => row.connection, NUMBER],
        ['held', (row) => ms(row.held), NUMBER],
        ['by', (row) => row.caller, 'wide'],
        ['', (row) => h('span', { class: row.running ? '' : 'warn' }, !row.sql ? 'no statement yet' : `${row.running ? 'running' : 'idle'} for ${ms(row.since)}`), 'close'],
        ['at statement', (row) => h('code', {}, row.sql), 'wide']
      ], 'No connection is held.'),
      pool.waiters.length ? table(pool.waiters, [['waits', (row) => ms(row.waits), NUMBER], ['who', (row) => row.caller, 'wide']]) : ''
    ]))
  },
  eventLoops(all) {
    show('eventLoops', table(all.loops, [
      ['', (row) => row.thread],
      ['lag', (row) => h('span', { class: row.lag > 100 ? 'bad' : '' }, ms(row.lag)), NUMBER],
      ['peak', (row) => ms(row.maxLag), NUMBER],
      ['hour', (row) => ms(row.maxLagOfHour), NUMBER],
      ['busy', (row) => percent(row.busy), NUMBER],
      ['', (row) => line(row.line, 'small')]
    ]), ...all.blocked.map((each) => details(`${each.at}`, `${time(each.at)} ${each.thread} was blocked ${each.cause}`, h('pre', {}, each.stack))))
  },
  outbound(all) {
    operations('outbound', 'client', all)
  },
  work(all) {
    operations('work', 'of', all)
  },
  statements(all) {
    show('statements', all.running.length ? h('p', {}, `${all.inFlight} in flight:`) : '',
      all.running.length ? table(all.running.slice(0, 10), [
        ['since', (row) => ms(row.since), NUMBER],
        ['', (row) => row.state === 'waits' ? h('span', { class: 'warn' }, 'waits') : 'sent'],
        ['for', (row) => row.caller, 'wide'],
        ['', (row) => h('code', {}, row.sql), 'wide']
      ]) : '',
      table(all.byTime, [
        ['total', (row) => ms(row.hour.total), NUMBER],
        ['calls', (row) => row.hour.calls, NUMBER],
        ['mean', (row) => ms(row.hour.mean), NUMBER],
        ['last minutes', (row) => row.now.calls ? ms(row.now.mean) : '', NUMBER],
        ['max', (row) => ms(row.hour.max), NUMBER],
        ['rows', (row) => row.hour.rows, NUMBER],
        ['failed', (row) => row.hour.failed, NUMBER],
        ['', (row) => h('code', {}, row.sql), 'wide'],
        ['by', (row) => row.callers.slice(0, 5).map((each) => h('div', {}, `${each.name} ${ms(each.total)}`)), 'wide']
      ], 'No statements.'))
  },
  routes(all) {
    show('routes', table(all, [
      ['', (row) => row.listener],
      ['', (row) => `${row.method} ${row.route || 'no route'}`, 'wide'],
      ['rate/s', (row) => row.now.rate, NUMBER],
      ['failed', (row) => h('span', { class: row.now.failed ? 'bad' : '' }, `${row.now.failed} of ${row.now.requests}`), NUMBER],
      ['p50', (row) => row.now.requests ? ms(row.now.p50) : '', NUMBER],
      ['p99', (row) => row.now.requests ? ms(row.now.p99) : '', NUMBER],
      ['p99.9', (row) => row.now.requests ? ms(row.now.p999) : '', NUMBER],
      ['hour', (row) => row.hour.requests, NUMBER],
      ['p99', (row) => ms(row.hour.p99), NUMBER],
      ['', (row) => line(row.line, 'small')]
    ], 'No requests.'))
  },
  slowest(all) {
    show('slowest', ...all.map((each) => details(`${each.at}${each.id}`,
      `${ms(each.duration)} ${each.name} ${each.status || 'client left'} at ${time(each.at)}`, waterfall(each))),
    all.length ? '' : h('p', { class: 'faint' }, 'No requests.'))
  },
  failures(all) {
    show('failures', table(all, [
      ['last', (row) => time(row.at)],
      ['times', (row) => row.count, NUMBER],
      ['where', (row) => row.place, 'wide'],
      ['what', (row) => row.text, 'wide']
    ]))
  },
  health(all) {
    show('health', table(all, [
      ['', (row) => row.name],
      ['', (row) => h('span', { class: row.status === 'up' ? 'good' : row.status === 'degraded' ? 'warn' : 'bad' }, row.status)],
      ['', (row) => ms(row.took), NUMBER],
      ['', (row) => row.reason || '', 'wide']
    ], 'No checks have run yet.'))
  },
  jobs(all) {
    show('jobs', ...all.map((job) => details(job.name, `${job.name}: ${job.runs.length ? `${job.runs[0].status} at ${time(job.runs[0].at)} in ${ms(job.runs[0].duration)}` : 'no run yet'}${job.runningSince ? `, runs since ${time(job.runningSince)}` : ''}`,
      table(job.runs, [
        ['began', (row) => time(row.at)],
        ['', (row) => h('span', { class: row.status === 'completed' ? 'good' : 'bad' }, row.status)],
        ['took', (row) => ms(row.duration), NUMBER],
        ['', (row) => row.error || '', 'wide']
      ]))), all.length ? '' : h('p', { class: 'faint' }, 'No runs.'))
  },
  jvm(all) {
    show('jvm', h('div', { class: 'cards' },
      h('div', { class: 'card' }, h('span', {}, 'heap in use'), h('b', {}, `${bytes(all.heapUsed)} of ${bytes(all.heapMax)}`), line(all.heapLine, 'line', all.heapMax)),
      h('div', { class: 'card' }, h('span', {}, 'after garbage collection'), h('b', { class: all.heapAfterCollection > 0.85 * all.heapMax ? 'bad' : '' }, percent(all.heapAfterCollection / all.heapMax)), meter(all.heapAfterCollection / all.heapMax)),
      h('div', { class: 'card' }, h('span', {}, 'time in garbage collection'), h('b', {}, percent(all.collectionShare))),
      h('div', { class: 'card' }, h('span', {}, `threads, on ${all.processors} processors`), h('b', {}, all.threads)),
      h('div', { class: 'card' }, h('span', {}, `Java ${all.java}, up for`), h('b', {}, ms(all.uptime)))))
  },
  profile(all) {
    document.getElementById('profileButton').disabled = all.running
    document.getElementById('profileState').replaceChildren(
      all.running ? `recording for another ${ms(all.endsIn)}` : '',
      all.failure ? h('span', { class: 'bad' }, all.failure) : '',
      all.flameGraph ? h('a', { href: 'profile', target: '_blank', rel: 'noopener' }, 'flame graph') : '',
      all.ready ? ' ' : '',
      all.ready ? h('a', { href: 'profile.jfr', download: 'profile.jfr' }, 'recording') : '')
  }
}

function render(data) {
  for (const [section, draw] of Object.entries(sections)) draw(data[section])
  const critical = data.findings.filter((each) => each.level === 'critical').length
  const title = data.application ? `${data.application}: operations` : 'Operations'
  document.querySelector('h1').textContent = title
  document.title = `${critical ? `(${critical}) ` : ''}${title}`
  state(`as of ${time(data.at)}`, false)
  focusScrolling()
}

/** Another connection may be on an event loop that still answers. */
function connect() {
  if (source) source.close()
  source = new EventSource('live')
  source.onmessage = (event) => {
    last = Date.now()
    render(JSON.parse(event.data))
  }
}

setInterval(() => {
  const silent = Date.now() - last
  if (silent > SILENCE) {
    state(`No data for ${ms(silent)}: the application is down, or the event loop of this page is blocked.`, true)
    connect()
  }
}, 3000)

async function report(button, place, path, method, draw) {
  button.disabled = true
  try {
    const response = await fetch(path, { method })
    const target = document.getElementById(place)
    if (response.ok) target.replaceChildren(draw(await response.json()))
    else target.replaceChildren(h('p', { class: 'bad' }, `${response.status}: ${(await response.json()).detail || ''}`))
  } finally {
    button.disabled = false
    focusScrolling()
  }
}

function onClick(id, place, path, method, draw) {
  document.getElementById(id).addEventListener('click', (event) => report(event.target, place, path, method, draw))
}

onClick('heapButton', 'report', 'heap', 'POST', (all) => table(all.classes, [
  ['class', (row) => h('code', {}, className(row.name)), 'wide'],
  ['objects', (row) => row.objects, NUMBER],
  ['size', (row) => bytes(row.bytes), NUMBER]
]))
onClick('threadsButton', 'report', 'threads', 'GET', (all) => h('div', {}, all.threads.map((each) =>
  h('details', {}, h('summary', {}, `${each.name}: ${each.state}, ${ms(each.cpu)} CPU${each.waitsFor ? `, waits for ${each.waitsFor}` : ''}`), h('pre', {}, each.stack)))))
onClick('profileButton', 'report', 'profile?seconds=30', 'POST', () => h('p', {}, 'The profile has started.'))
onClick('routesButton', 'aboutReport', 'about', 'GET', (all) => table(all.routes, [
  ['listener', (row) => row.listener],
  ['method', (row) => row.method],
  ['path', (row) => row.template, 'wide'],
  ['who may call', (row) => row.access, 'wide'],
  ['Java method', (row) => h('code', {}, row.java), 'wide'],
  ['steps', (row) => row.steps, 'wide']
]))
onClick('configurationButton', 'aboutReport', 'about', 'GET', (all) => h('pre', {}, all.configuration))
addEventListener('resize', focusScrolling)
addEventListener('toggle', focusScrolling, true)
connect()
