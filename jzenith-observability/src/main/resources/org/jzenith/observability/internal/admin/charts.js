'use strict'

/** Makes an element; an attribute that is a function is a listener. Text is never read as HTML. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined && value !== null && value !== '') element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return element
}

/** Draws values as a line from the left to the right. */
function line(values, kind, most) {
  const width = 300
  const height = 36
  const top = Math.max(most || 0, ...values, 1e-9)
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.setAttribute('class', kind)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', `the last value is ${values[values.length - 1]}, the highest ${Math.max(...values)}`)
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  const step = width / Math.max(1, values.length - 1)
  path.setAttribute('d', values.map((value, i) =>
    `${i ? 'L' : 'M'}${(i * step).toFixed(1)} ${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`).join(''))
  svg.append(path)
  return svg
}

/** Draws a share of 1 as a bar. */
function meter(share) {
  const bar = h('div')
  bar.style.width = `${Math.min(100, share * 100)}%`
  return h('div', { class: `meter ${share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : ''}` }, bar)
}

/** Makes a table. A column has a title, a function of a row, and optionally a class. */
function table(rows, columns, none) {
  if (!rows.length) return h('p', { class: 'faint' }, none || 'none')
  return h('table', {},
    h('thead', {}, h('tr', {}, columns.map(([title, , kind]) => h('th', { class: kind }, title)))),
    h('tbody', {}, rows.map((row) => h('tr', {}, columns.map(([, value, kind]) => h('td', { class: kind }, value(row)))))))
}

/** Draws the steps of a request over its time. */
function waterfall(request) {
  const stages = Object.entries(request.stages).map(([name, at]) => `${name} ${ms(at)}`).join(', ')
  return h('div', { class: 'waterfall' },
    h('p', { class: 'faint' }, `request ${request.id}${stages ? `; after its head: ${stages}` : ''}`),
    request.error ? h('p', { class: 'bad' }, request.error) : null,
    request.steps.map((step) => {
      const bar = h('div', { class: 'bar' })
      bar.style.left = `${Math.min(99, 100 * step.start / request.duration)}%`
      bar.style.width = `${Math.min(100, 100 * step.duration / request.duration)}%`
      return h('div', { class: `step ${step.kind} ${step.failed ? 'failed' : ''}` },
        h('code', { class: 'name', title: `${step.plugin}: ${step.text}` }, step.text), h('div', { class: 'track' }, bar), ms(step.duration))
    }),
    request.steps.length ? null : h('p', { class: 'faint' }, 'It waited for no connection, statement or other service: its time is its own code, its body or its client.'),
    request.furtherSteps ? h('p', { class: 'faint' }, `${request.furtherSteps} further steps`) : null)
}

/** A duration of milliseconds. */
function ms(value) {
  if (value >= 172800000) return `${Math.round(value / 86400000)} days`
  if (value >= 7200000) return `${(value / 3600000).toFixed(1)} h`
  if (value >= 60000) return `${(value / 60000).toFixed(1)} min`
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`
  return `${value >= 10 ? Math.round(value) : value} ms`
}

/** A number of bytes. */
function bytes(value) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit++ }
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** The name of a class as it is in Java: long[] for [J. */
function className(name) {
  const kinds = { B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int', J: 'long', S: 'short', Z: 'boolean' }
  const [, arrays, kind, type] = /^(\[*)(?:([BCDFIJSZ])|L?(.*?);?)$/.exec(name) || []
  return arrays ? (kinds[kind] || type) + '[]'.repeat(arrays.length) : name
}

function percent(share) { return `${Math.round(share * 100)} %` }

function time(millis) { return new Date(millis).toLocaleTimeString() }
