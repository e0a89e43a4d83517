// The part of docs/site/check that talks to Chromium, through its pipe for debuggers.
import { spawn } from 'node:child_process'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { site } from './.vitepress/documents.mjs'

const dist = join(site, '.vitepress/dist')
const base = process.env.SITE_BASE ?? '/'
const option = process.argv.indexOf('--screenshots')
const pictures = option < 0 ? undefined : process.argv[option + 1]
if (pictures) mkdirSync(pictures, { recursive: true })

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.png': 'image/png' }
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
  let file = join(dist, path.startsWith(base) ? path.slice(base.length) : path)
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html')
  if (!existsSync(file)) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${server.address().port}`

const profile = mkdtempSync(join(tmpdir(), 'site-check-'))
const browser = spawn(
  process.env.CHROMIUM,
  ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--remote-debugging-pipe', `--user-data-dir=${profile}`, 'about:blank'],
  // A group of its own, so that its children end with it and write no more into the profile.
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true }
)

const waiting = new Map()
const problems = []
let current = ''
let listeners = []
let last = 0
let rest = ''
browser.stdio[4].on('data', (chunk) => {
  const messages = (rest + chunk).split('\0')
  rest = messages.pop()
  for (const message of messages.map((each) => JSON.parse(each))) {
    if (message.id) {
      const { resolve, reject } = waiting.get(message.id)
      waiting.delete(message.id)
      message.error ? reject(new Error(message.error.message)) : resolve(message.result)
    } else {
      listeners.forEach((each) => each(message))
    }
  }
})

let session
let pages = 0
const application = process.argv.indexOf('--application')
function send(method, params = {}) {
  const id = ++last
  browser.stdio[3].write(JSON.stringify({ id, method, params, ...(session ? { sessionId: session } : {}) }) + '\0')
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const evaluate = async (expression) => (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value

async function screen(width, height, dark = false) {
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 })
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] })
}

const open = (page) => navigate(`${origin}${base}${page}`)

async function navigate(url) {
  const loaded = new Promise((resolve) => {
    const listener = (message) => {
      if (message.method === 'Page.loadEventFired') {
        listeners = listeners.filter((each) => each !== listener)
        resolve()
      }
    }
    listeners.push(listener)
  })
  await send('Page.navigate', { url })
  await loaded
}

/** A picture of the page from where it is scrolled to, up to a height. */
async function picture(name, width, height) {
  if (!pictures) return
  const [top, whole] = await evaluate('[scrollY, document.documentElement.scrollHeight]')
  const clip = { x: 0, y: top, width, height: Math.min(height, whole - top), scale: 1 }
  const { data } = await send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true, clip })
  writeFileSync(join(pictures, `${name}.png`), Buffer.from(data, 'base64'))
}

// The innermost element that begins left of the screen's right edge and ends right of it, in no box that scrolls.
const widest = (width) => `(() => {
  const scrolls = (element) => element && (['auto', 'scroll', 'hidden'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const wide = [...document.querySelectorAll('body *')].filter((each) =>
    each.getBoundingClientRect().right > ${width} + 1 && !scrolls(each.parentElement)).pop()
  return wide ? '<' + wide.tagName.toLowerCase() + ' class="' + wide.className + '"> ' + wide.textContent.trim().slice(0, 80) : 'an element that scrolls'
})()`

async function fits(width) {
  const wide = await evaluate('document.documentElement.scrollWidth')
  if (wide > width) problems.push(`${current}: is ${wide} px wide, by ${await evaluate(widest(width))}. Let it wrap or scroll.`)
}

async function everyPage(width, height) {
  await screen(width, height)
  const pages = readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html') && !name.startsWith('api/'))
  for (const page of pages) {
    current = `${page} at ${width} px`
    await open(page)
    await fits(width)
  }
  return pages.length
}

/** Types the text into the search of the open page; returns the number of results. */
async function search(text) {
  const appears = async (selector) => {
    for (let i = 0; i < 200; i++) {
      const count = await evaluate(`document.querySelectorAll('${selector}').length`)
      if (count > 0) return count
      await pause(100)
    }
    return 0
  }
  await appears('.DocSearch-Button')
  for (let i = 0; i < 50 && !(await evaluate(`document.querySelector('.search-input') !== null`)); i++) {
    await evaluate(`document.querySelector('.DocSearch-Button').click()`)
    await pause(200)
  }
  await evaluate(`document.querySelector('.search-input').focus()`)
  await send('Input.insertText', { text })
  const found = await appears('.VPLocalSearchBox .result')
  if (found === 0) problems.push(`${current}: the search finds nothing for "${text}".`)
  return found
}

// The kinds of pages. Each is opened on both screens, dark and light: [name, page, height of the picture, text to search for,
// id of the heading to scroll to].
const views = [
  ['landing', 'index.html', 2600],
  ['guide', 'getting-started.html', 2000],
  ['recipe', 'cookbook/paging.html', 2000],
  ['reference', 'settings.html', 2000],
  ['chart', 'performance-details.html', 900, '', 'the-endpoints-of-the-benchmark'],
  ['start', 'performance.html', 900, '', 'start-up-and-memory'],
  ['drawing', 'threading.html', 1600, '', 'the-threads'],
  ['search', 'getting-started.html', 900, 'transaction'],
  ['not-found', '404.html', 900],
  ['api', 'api/index.html', 1200],
  ['api-class', 'api/org/jzenith/sql/Database.html', 2400]
].filter(([, page]) => existsSync(join(dist, page)))

async function everyView() {
  for (const [name, page, height, text, heading] of views) {
    for (const [device, width, screenHeight] of [['desktop', 1280, 900], ['phone', 390, 844]]) {
      for (const dark of [false, true]) {
        current = `${page} at ${width} px, ${dark ? 'dark' : 'light'}`
        // Javadoc's pages scroll inside: their screen is as high as their picture.
        await screen(width, name.startsWith('api') ? height : screenHeight, dark)
        await open(page)
        if (text) await search(text)
        if (pictures) await pause(500)
        if (heading) await evaluate(`document.getElementById('${heading}').scrollIntoView()`)
        await fits(width)
        if (['landing', 'guide', 'reference'].includes(name)) await accessible()
        await picture(`${name}-${device}-${dark ? 'dark' : 'light'}`, width, height)
      }
    }
  }
}

const axe = readFileSync(join(site, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** Checks the open page for what keeps people with a screen reader, a keyboard or weak eyes out (WCAG 2.2 AA). */
async function accessible() {
  await evaluate(axe)
  const found = await evaluate(`axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) =>
    violations.flatMap(({ help, nodes }) => nodes.map((node) => help + ': ' + node.target.join(' '))))`)
  problems.push(...found.map((each) => `${current}: ${each}`))
}

/** Pages of a running application: docs/site/check --application http://localhost:8080/ http://user:password@localhost:9090/admin/ */
async function applicationPages(urls) {
  for (const each of urls) {
    const url = new URL(each)
    const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    await send('Network.setExtraHTTPHeaders', { headers: url.username ? { Authorization: `Basic ${btoa(user)}` } : {} })
    url.username = url.password = ''
    for (const [width, height] of [[1280, 900], [390, 844]]) {
      for (const dark of [false, true]) {
        current = `${url} at ${width} px, ${dark ? 'dark' : 'light'}`
        await screen(width, height, dark)
        await navigate(url.href)
        await connected()
        await fits(width)
        await accessible()
      }
    }
  }
}

/** Waits until a page that shows the state of its connection has its data. */
async function connected() {
  for (let i = 0; i < 200; i++) {
    if (!(await evaluate(`/^connecting/i.test(document.querySelector('[role=status]')?.textContent)`))) return
    await pause(100)
  }
  problems.push(`${current}: does not connect.`)
}

try {
  const { targetInfos } = await send('Target.getTargets')
  const { sessionId } = await send('Target.attachToTarget', { targetId: targetInfos.find((each) => each.type === 'page').targetId, flatten: true })
  session = sessionId
  listeners.push(({ method, params }) => {
    if (method === 'Network.requestWillBeSent' && application < 0 && !params.request.url.startsWith(origin) && !params.request.url.startsWith('data:')) {
      problems.push(`${current}: asks ${params.request.url}, another host.`)
    }
    if (method === 'Network.responseReceived' && params.response.status >= 400 && !params.response.url.endsWith('/favicon.ico')) problems.push(`${current}: ${params.response.url} is ${params.response.status}.`)
    if (method === 'Runtime.exceptionThrown') problems.push(`${current}: ${params.exceptionDetails.exception?.description ?? params.exceptionDetails.text}`)
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') problems.push(`${current}: console: ${params.args.map((each) => each.value ?? each.description).join(' ')}`)
  })
  for (const domain of ['Page', 'Runtime', 'Network']) await send(`${domain}.enable`)

  if (application >= 0) {
    await applicationPages(process.argv.slice(application + 1))
  } else {
    pages = await everyPage(390, 844)
    await everyPage(1280, 900)
    await everyView()
  }
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
  } else if (pages === 0) {
    console.log('the pages of the application fit 390 px and 1,280 px, dark and light; axe finds nothing')
  } else {
    console.log(`${pages} pages fit 390 px and 1,280 px; ${views.length} kinds of pages do so dark and light; no errors, no other hosts; axe finds nothing`)
  }
} finally {
  if (browser.exitCode === null && browser.signalCode === null) process.kill(-browser.pid, 'SIGKILL')
  server.close()
  server.closeAllConnections()
  await new Promise((resolve) => (browser.exitCode === null && browser.signalCode === null ? browser.once('exit', resolve) : resolve()))
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
}
