// Which files are pages, what they are called, and where their links lead.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import groups from '../pages.mjs'

export const site = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const root = resolve(site, '../..')
export const landing = 'docs/site/index.md'
const sources = 'https://github.com/jzenith/jzenith/blob/main/'

/** The text of a file of the repository. */
export const read = (file) => readFileSync(join(root, file), 'utf8')

/** The text of a page without its front matter. */
export const body = (file) => read(file).replace(/^---\n[\s\S]*?\n---\n/, '')

/** The command that the README gives for a purpose. */
export function command(name) {
  const found = new RegExp(`^<!-- command: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\\n\`\`\`$`, 'm').exec(read('README.md'))
  if (!found) throw new Error(`README.md has no <!-- command: ${name} -->.`)
  return found[1]
}

/** The first heading of a page. */
export function title(file) {
  const heading = /^# (.+)$/m.exec(body(file))
  if (!heading) throw new Error(`${file} has no first heading. Begin it with '# Title'.`)
  return file === 'README.md' ? 'Overview' : heading[1].replaceAll('`', '')
}

function markdownBelow(folder) {
  const skipped = new Set(['node_modules', 'site', 'src', 'target'])
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownBelow(file)
    return entry.name.endsWith('.md') ? [file] : []
  }).sort()
}

function pagesOf(group) {
  const all = markdownBelow('docs')
  return group.pages.flatMap((page) => {
    if (page.endsWith('/')) {
      const files = all.filter((file) => file.startsWith(page))
      return [...files.filter((file) => file.endsWith('/README.md')), ...files.filter((file) => !file.endsWith('/README.md'))]
    }
    if (!existsSync(join(root, page))) {
      throw new Error(`${page} stands in the group '${group.group}' of docs/site/pages.mjs, but there is no such file.`)
    }
    return [page]
  })
}

/** The groups of the sidebar with their pages: [{ group, searched, pages }]. */
export function sidebarGroups() {
  const filled = groups.map((each) => ({ ...each, pages: pagesOf(each) })).filter((each) => each.pages.length > 0)
  const placed = filled.flatMap((each) => each.pages)
  const twice = placed.filter((page, i) => placed.indexOf(page) !== i)
  const nowhere = markdownBelow('docs').filter((page) => !placed.includes(page))
  if (twice.length > 0) throw new Error(`docs/site/pages.mjs holds twice: ${twice.join(', ')}.`)
  if (nowhere.length > 0) {
    throw new Error(`No group of docs/site/pages.mjs holds ${nowhere.join(', ')}. Add each page to the group where readers look for it.`)
  }
  return filled
}

/** All pages, the landing page first. */
export const pages = [landing, ...sidebarGroups().flatMap((each) => each.pages)]

/** The pages that the search leaves out. */
export const unsearched = sidebarGroups().filter((each) => each.searched === false).flatMap((each) => each.pages)

const fixed = { [landing]: 'index.md', 'README.md': 'overview.md', 'CHANGELOG.md': 'changelog.md', 'CONTRIBUTING.md': 'contributing.md' }

/** The path of a page in the site, such as 'limits.md' for 'docs/limits.md'. */
export const sitePath = (file) => fixed[file] ?? file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md')

/** Where a link of a page leads in the site: to a page, or to the file in the repository. */
export function siteLink(from, link) {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\/)/i.test(link)) return link
  const [path, ...hash] = link.split('#')
  const file = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '')
  const anchor = hash.length > 0 ? '#' + hash.join('#') : ''
  if (pages.includes(file)) return '/' + sitePath(file) + anchor
  if (!existsSync(join(root, file))) throw new Error(`${from} links to ${link}, which does not exist.`)
  return sources + file + anchor
}

/** A path of the file system as a name in the repository. */
export const nameOf = (path) => relative(root, path).replaceAll('\\', '/')

/** Anchors as code hosts make them, so that a link to a heading works there and here; the tests of the docs know the same rule. */
export const slug = (heading) =>
  heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')

/** The first table below a heading of a page: an array of rows, each an array of cells; the first row is the head. */
export function table(file, heading) {
  const lines = body(file).split('\n')
  const begin = lines.findIndex((line) => /^#+ /.test(line) && slug(line.replace(/^#+ /, '')) === heading)
  if (begin < 0) throw new Error(`${file} has no heading #${heading}.`)
  const first = lines.findIndex((line, i) => i > begin && line.startsWith('|'))
  const last = lines.findIndex((line, i) => i > first && !line.startsWith('|'))
  return lines.slice(first, last < 0 ? undefined : last)
    .filter((line) => !/^\|[-:| ]+\|$/.test(line))
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
}
