// Searches the built site for the words of words.mjs as a browser does, and fails where another page comes first.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { site } from './.vitepress/documents.mjs'
import { searchOptions } from './.vitepress/search.mjs'
import { finds } from './words.mjs'

const chunks = join(site, '.vitepress/dist/assets/chunks')
const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot'))
const { default: json } = await import(join(chunks, file))
const index = MiniSearch.loadJSON(json, { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'], searchOptions })
const base = process.env.SITE_BASE ?? '/'
const wrong = Object.entries(finds).flatMap(([query, page]) => {
  const hits = index.search(query).slice(0, 3).map((hit) => hit.id)
  const first = hits[0]?.slice(base.length).replace(/(\.html)?(#.*)?$/, '').replace(/\/$/, '/index')
  return first === page ? [] : [`'${query}' finds ${hits.join(', ') || 'nothing'}, not ${page} first.`]
})
if (wrong.length > 0) {
  console.error(wrong.join('\n') + '\nGive the page a word in docs/site/words.mjs, or a better title.')
  process.exit(1)
}
console.log(`${Object.keys(finds).length} searches find their page first`)
