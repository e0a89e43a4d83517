// The charts of docs/performance.md and docs/performance-details.md, drawn when the site is built. They take the site's colours and the width of the screen.
import { slug } from './documents.mjs'
import { configured, endpoints, page, service, starts, sum, summary } from './measurements.mjs'

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const percent = (part, whole) => `${((part / whole) * 100).toFixed(1)}%`

function row({ label, kind, value, note, length, spread, mark }) {
  return (
    `<div class="row ${kind}"><span class="label">${escaped(label)}</span><span class="track">` +
    `<i class="bar" style="width:${length}"></i>` +
    (spread ? `<i class="spread" style="left:${spread[0]};width:${spread[1]}"></i>` : '') +
    (mark ? `<i class="mark" style="left:${mark}"></i>` : '') +
    `</span><b>${value}</b><span class="note">${note}</span></div>`
  )
}

function figure(caption, rows) {
  return `<div class="chart" role="img" aria-label="${escaped(caption)} The table has the figures."><p>${escaped(caption)}</p>${rows.join('')}</div>\n`
}

function ratioChart(caption, ratios) {
  const most = Math.max(...ratios.map(({ largest }) => largest))
  return figure(caption, ratios.map(({ label, stated, value, least, largest }) => row({
    label,
    kind: 'ratio',
    value: stated,
    note: `${least.toFixed(2)} to ${largest.toFixed(2)}`,
    length: percent(value, most),
    spread: [percent(least, most), percent(largest - least, most)],
    mark: percent(1, most)
  })))
}

function startChart() {
  const all = starts()
  const most = Math.max(...all.map(({ milliseconds }) => milliseconds))
  return figure('Milliseconds from the start of the process to the first response. Less is better.', [...new Set(all.map(({ archive }) => archive))].flatMap((setting) => [
    `<div class="group">${setting === 'none' ? 'Without an archive' : setting}</div>`,
    ...all.filter(({ archive }) => archive === setting).map(({ program, milliseconds }) => row({
      label: program,
      kind: program.startsWith('baseline') ? 'start theirs' : 'start',
      value: milliseconds.toLocaleString('en'),
      note: '',
      length: percent(milliseconds, most)
    }))
  ]))
}

function sumChart() {
  const all = sum()
  const most = Math.max(...all.flatMap(({ costs }) => costs.map(({ microseconds }) => microseconds)))
  return figure('Microseconds of CPU time for a request. Less is better.', all.flatMap(({ request, costs }) => [
    `<div class="group">${escaped(request)}</div>`,
    ...costs.map(({ program, microseconds }) => row({
      label: program,
      kind: program === 'jZenith' ? 'start' : 'start theirs',
      value: microseconds.toFixed(1),
      note: '',
      length: percent(microseconds, most)
    }))
  ]))
}

const spread = 'The bar is the median of the processes, the thin line goes from the lowest to the highest, the mark is the baseline. Less is better.'
const charts = {
  [summary]: { 'a-service-with-everything-on': sumChart, 'start-up-and-memory': startChart },
  [page]: {
    'a-service-feature-by-feature': () => ratioChart(`CPU time of a request, as a multiple of hand-written Vert.x. ${spread}`, service()),
    'the-endpoints-as-configured': () => ratioChart(`CPU time of a request, as a multiple of hand-written Vert.x. ${spread}`, configured()),
    'the-endpoints-of-the-benchmark': () => ratioChart(`CPU time of a request, as a multiple of hand-written Vert.x. ${spread}`, endpoints())
  }
}

/** Puts each chart before the first table below its heading, and leaves out the drawing for readers of the repository. */
export function withCharts(tokens, from, Token) {
  if (!charts[from]) return tokens
  const left = new Map(Object.entries(charts[from]))
  let heading = ''
  const result = tokens.flatMap((token, i) => {
    if (token.type === 'heading_open') heading = slug(tokens[i + 1].content)
    const chart = token.type === 'table_open' ? left.get(heading) : undefined
    if (!chart) return [token]
    left.delete(heading)
    const html = new Token('html_block', '', 0)
    html.content = chart()
    return [html, token]
  })
  if (left.size > 0) throw new Error(`${from} has no table below ${[...left.keys()].join(', ')}, where a chart belongs.`)
  for (const token of result) {
    token.children = token.children?.filter((each) => each.type !== 'image' || !each.attrGet('src').endsWith('performance.svg')) ?? token.children
  }
  return result
}
