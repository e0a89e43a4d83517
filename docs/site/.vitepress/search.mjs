// What the search finds: not the landing page, no pages for contributors, titles before text, and words that readers use for a page but the page does not.
import { landing, nameOf, unsearched } from './documents.mjs'
import { words } from '../words.mjs'

/** The text of a page, which VitePress splits at the headings. Its words stand below its title. */
export function searchText(source, env, md) {
  const page = nameOf(env.path)
  if (page === landing || unsearched.includes(page)) return ''
  const html = md.render(source, env)
  return words[page] ? html.replace('</h1>', `</h1><p>${`${words[page]} `.repeat(10)}</p>`) : html
}

/** The browser gets these functions as text: they may use nothing from outside. */
export const searchOptions = {
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  prefix: (term) => term.length > 3,
  processTerm: (term) => (/^(a|an|can|do|does|how|i|in|is|my|of|the|to|what|with)$/i.test(term) ? null : term.toLowerCase()),
  boost: { title: 3, titles: 1, text: 1 },
  // A word counts more the more often a page has it, so that its own words count more than mentions of them.
  bm25: { k: 2.5, b: 0.7, d: 0.5 },
  // A page's top, which has no titles above it, comes before its sections; guides before recipes, both before lists and migrations.
  boostDocument: (id, term, stored) =>
    (stored.titles.length > 0 ? 1 : 4) *
    (/\/cookbook\/from-/.test(id) ? 0.1 : /\/(walkthrough\/|mistakes|settings|extending)/.test(id) ? 0.25 : /\/cookbook\//.test(id) ? 0.8 : 1)
}
