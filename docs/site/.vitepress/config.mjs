import { posix } from 'node:path'
import { defineConfig } from 'vitepress'
import { withCharts } from './charts.mjs'
import { body, command, landing, nameOf, pages, read, root, sidebarGroups, site, siteLink, sitePath, slug, title } from './documents.mjs'
import { searchOptions, searchText } from './search.mjs'

/** The links of a page are right in the repository; here they lead to the pages of the site. */
function links(md) {
  md.core.ruler.push('site-links', (state) => {
    const path = state.env.realPath ?? state.env.path
    if (!path) return // a title, which is parsed alone
    const from = nameOf(path)
    const visit = (tokens) => tokens.forEach((token) => {
      if (token.type === 'link_open') token.attrSet('href', siteLink(from, token.attrGet('href')))
      if (token.children) visit(token.children)
    })
    visit(state.tokens)
  })
}

/** Charts of the figures of a page. */
function charts(md) {
  md.core.ruler.push('site-charts', (state) => {
    const path = state.env.realPath ?? state.env.path
    if (path) state.tokens = withCharts(state.tokens, nameOf(path), state.Token)
  })
}

/** Commands that the landing page takes from the README: `<!-- command: generate -->`, one option a line. */
function commands(md) {
  md.core.ruler.before('normalize', 'site-commands', (state) => {
    const path = state.env.realPath ?? state.env.path
    if (!path || nameOf(path) !== landing) return
    state.src = state.src.replace(/^<!-- command: (\w+) -->$/gm, (mark, name) => command(name).replaceAll(/ \\\n +/g, ' ').replaceAll(' -D', ' \\\n  -D'))
  })
}

/** Tables are as wide as they need, and scroll by themselves where the screen is narrower. */
function tables(md) {
  // Tables of settings have a look of their own on phones.
  const isOfKeys = (tokens, index) => tokens.slice(index, index + 12).filter((each) => each.type === 'inline').map((each) => each.content).join() === 'key,type,default'
  md.renderer.rules.table_open = (tokens, index) => `<div class="table${isOfKeys(tokens, index) ? ' keys' : ''}" tabindex="0"><table>\n`
  // A list without spaces, such as a default, breaks after its commas.
  const code = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (...all) => code(...all).replace(/,(?=[^\s<])/g, ',<wbr>')
  md.renderer.rules.table_close = () => '</table></div>\n'
}

/** The drawings stand in the page itself, so that they take its colours, dark and light. */
function pictures(md) {
  const image = md.renderer.rules.image
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet('src')
    if (!/pictures\/[\w-]+\.svg$/.test(source)) return image(tokens, index, options, env, self)
    const file = posix.join(posix.dirname(nameOf(env.realPath ?? env.path)), source)
    return read(file).replace(/<style>[\s\S]*?<\/style>/, '').replaceAll(/\n\s*/g, '')
  }
}

const tagline = /^# .+\n+([\s\S]+?)\n\n/.exec(body('README.md'))[1].replaceAll('\n', ' ')

export default defineConfig({
  lang: 'en',
  title: 'jZenith',
  description: tagline,
  base: process.env.SITE_BASE ?? '/',
  srcDir: root,
  outDir: `${site}/.vitepress/dist`,
  cacheDir: `${site}/.vitepress/cache`,
  srcExclude: ['SECURITY.md', 'CODE_OF_CONDUCT.md', '.github/**', '!(docs|README.md|CHANGELOG.md|CONTRIBUTING.md)/**/*.md', 'docs/**/target/**', 'docs/src/**'],
  rewrites: Object.fromEntries(pages.map((page) => [page, sitePath(page)])),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.SITE_BASE ?? '/'}logo.svg` }]],
  vite: {
    publicDir: `${site}/public`,
    // The pages stand outside this folder, so what they are compiled to does not find the packages by itself.
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: `${site}/node_modules/vue/server-renderer/index.mjs` },
        { find: /^vue$/, replacement: `${site}/node_modules/vue/dist/vue.runtime.esm-bundler.js` }
      ]
    },
    build: { chunkSizeWarningLimit: 2000 }
  },
  // Pages without sections need no outline; the tables of settings need its place.
  transformPageData: ({ filePath, frontmatter }) => {
    if (filePath === 'docs/settings.md' || (filePath !== landing && !/^## /m.test(body(filePath)))) frontmatter.aside = false
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slug },
    config: (md) => {
      commands(md)
      links(md)
      charts(md)
      tables(md)
      pictures(md)
    }
  },
  ignoreDeadLinks: [/^\/api\//, /^http:\/\/localhost/],
  themeConfig: {
    logo: '/logo.svg',
    externalLinkIcon: true,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { _render: searchText, detailedView: true, miniSearch: { searchOptions } }
    },
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Guide', link: '/resources' },
      { text: 'Cookbook', link: '/cookbook/' },
      { text: 'Reference', link: '/settings' },
      { text: 'API', link: '/api/index.html', target: '_self' },
      { text: 'Performance', link: '/performance' }
    ],
    socialLinks: [{ icon: 'github', link: 'https://github.com/jzenith/jzenith' }],
    sidebar: [
      ...sidebarGroups().map((each) => ({
        text: each.group,
        collapsed: each.pages.length > 20,
        items: each.pages.map((page) => ({ text: title(page), link: '/' + sitePath(page).replace(/\.md$/, '') }))
      })),
      {
        items: [
          { text: 'API (javadoc)', link: '/api/index.html', target: '_self' },
          { text: 'API for plugins (javadoc)', link: '/api/plugins/index.html', target: '_self' }
        ]
      }
    ]
  }
})
