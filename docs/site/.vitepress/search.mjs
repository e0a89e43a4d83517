// What the search finds: not the landing page, no pages for contributors, titles before text, and words that readers use for a page but the page does not.
import { landing, nameOf, title, unsearched } from './documents.mjs'
import { words } from '../words.mjs'

/** The text of a page, which VitePress splits at the headings. Its words stand before it, below the same title, which leads to its top. */
export function searchText(source, env, md) {
  const page = nameOf(env.path)
  if (page === landing || unsearched.includes(page)) return ''
  const html = md.render(source, env)
  return words[page] ? `<h1>${title(page)} <a href="#"></a></h1><p>${words[page]}</p>${html}` : html
}

/** The browser gets these functions as text: they may use nothing from outside. */
export const searchOptions = {
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  prefix: (term) => term.length > 3,
  processTerm: (term) => (/^(a|an|can|do|does|how|i|in|is|my|of|the|to|what|with)$/i.test(term) ? null : term.toLowerCase()),
  boost: { title: 3, titles: 1, text: 1 },
  // The words of a page come first, then its top, which has no titles above it, then its sections; guides before recipes, both before lists.
  boostDocument: (id, term, stored) =>
    (!id.includes('#') ? 8 : stored.titles.length > 0 ? 1 : 3) * (/\/(walkthrough\/|mistakes|settings|extending|cookbook\/from-)/.test(id) ? 0.25 : /\/cookbook\//.test(id) ? 0.8 : 1)
}
