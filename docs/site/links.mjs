// Checks the built site: each link and anchor within it has a target, each page can be reached from the landing page,
// nothing is loaded from another host.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { site } from './.vitepress/documents.mjs'

const dist = join(site, '.vitepress/dist')
const base = process.env.SITE_BASE ?? '/'
const api = existsSync(join(dist, 'api'))

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? files(join(folder, entry.name)) : [relative(dist, join(folder, entry.name)).replaceAll('\\', '/')])

const decode = (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

const all = new Set(files(dist))
const pages = new Map()
for (const file of [...all].filter((name) => name.endsWith('.html'))) {
  const html = readFileSync(join(dist, file), 'utf8').replace(/<script[\s\S]*?<\/script>/g, (script) => script.replace(/>[\s\S]*/, '></script>'))
  pages.set(file, {
    ids: new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map((match) => decode(match[1]))),
    links: [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map((match) => decode(match[1])),
    loaded: [...html.matchAll(/<(?:script|img|iframe|source)\s[^>]*?src="([^"]*)"|<link\s[^>]*?href="([^"]*)"/g)].map((match) => decode(match[1] ?? match[2]))
  })
}

const problems = []
const isElsewhere = (link) => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(link)

/** The file and the anchor that a link leads to. */
function target(from, link) {
  const [path, anchor] = link.split('#')
  let file = path.replace(/\?.*/, '')
  if (file === '') file = from
  else if (file.startsWith('/')) file = file.startsWith(base) ? file.slice(base.length) : `outside ${base}`
  else file = posix.join(posix.dirname(from), file)
  file = decodeURIComponent(file)
  if (file === '' || file.endsWith('/')) file += 'index.html'
  if (!all.has(file) && all.has(`${file}.html`)) file += '.html'
  if (!all.has(file) && all.has(`${file}/index.html`)) file += '/index.html'
  return { file, anchor: anchor && decodeURIComponent(anchor) }
}

for (const [from, page] of pages) {
  for (const link of page.links.filter((each) => !isElsewhere(each))) {
    const { file, anchor } = target(from, link)
    if (!api && (file.startsWith('api/') || file === 'api')) continue
    if (!all.has(file)) problems.push(`${from}: ${link} leads to nothing.`)
    else if (from.startsWith('api/') && file.startsWith('api/')) continue // javadoc checks the anchors that it makes
    else if (anchor && pages.has(file) && !pages.get(file).ids.has(anchor)) problems.push(`${from}: ${link} names an anchor that is not there.`)
  }
  for (const link of page.loaded) {
    if (isElsewhere(link) && !link.startsWith('data:')) problems.push(`${from} loads ${link} from another host.`)
    else if (!link.startsWith('data:') && !all.has(target(from, link).file)) problems.push(`${from} loads ${link}, which is not there.`)
  }
}

const reached = new Set(['index.html'])
for (const from of reached) {
  for (const link of pages.get(from)?.links ?? []) {
    if (!isElsewhere(link)) reached.add(target(from, link).file)
  }
}
for (const file of pages.keys()) {
  if (file !== '404.html' && !file.startsWith('api/') && !reached.has(file)) problems.push(`${file} cannot be reached from the landing page.`)
}

for (const file of [...all].filter((name) => name.endsWith('.css'))) {
  for (const [, url] of readFileSync(join(dist, file), 'utf8').matchAll(/(?:url\(|@import\s+)["']?((?:https?:)?\/\/[^"')]+)/g)) {
    problems.push(`${file} loads ${url} from another host.`)
  }
}

const size = [...all].reduce((sum, file) => sum + statSync(join(dist, file)).size, 0)
const count = [...pages.values()].reduce((sum, page) => sum + page.links.length, 0)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  console.error(`The site has ${problems.length} bad links.`)
  process.exit(1)
}
console.log(`${pages.size} pages, ${count} links, all of them good; ${(size / 1048576).toFixed(1)} MiB in docs/site/.vitepress/dist`)
