// The TechEmpower endpoints and one of a user on Node.js: one process for each processor, and the client of PostgreSQL
// that most use. Like the other contestants it has request ids, security headers and an access log on.
import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { availableParallelism } from 'node:os'
import { connectToDatabase } from './database.mjs'
import { page } from './fortunes.mjs'

const { env } = process
const GREETING = 'Hello, World!'
const USER = /^\/users\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** From 1 to 500; anything that is not a number means 1. */
function count(query, name) {
  const text = query.get(name) ?? ''
  return /^[0-9]+$/.test(text) ? Math.min(Math.max(Number(text), 1), 500) : 1
}

function json(response, value) {
  end(response, 200, 'application/json', JSON.stringify(value))
}

function end(response, status, type, text) {
  response.bytes = Buffer.byteLength(text)
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': response.bytes }).end(text)
}

async function respond(request, response, database) {
  const mark = request.url.indexOf('?')
  const path = mark < 0 ? request.url : request.url.slice(0, mark)
  const query = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark))
  switch (path) {
    case '/plaintext':
      return end(response, 200, 'text/plain;charset=utf-8', GREETING)
    case '/json':
      return json(response, { message: GREETING })
    case '/db':
      return json(response, await database.random())
    case '/queries':
      return json(response, await database.randoms(count(query, 'queries')))
    case '/updates':
      return json(response, await database.update(count(query, 'queries')))
    case '/cached-queries':
      return json(response, await database.cached(count(query, 'count')))
    case '/fortunes':
      return end(response, 200, 'text/html;charset=utf-8', page(await database.fortunes()))
  }
  const id = USER.exec(path)
  const user = id && (await database.user(id[1]))
  return user ? json(response, user) : end(response, 404, 'text/plain', 'Not found')
}

/** Writes lines in the common log format; the stream collects what arrives while the file is busy. */
function accessLog(file) {
  const log = createWriteStream(file, { flags: 'a' })
  let seconds = 0
  let time = ''
  return (request, response) => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== seconds) {
      seconds = now
      const [day, month, year, clock] = new Date().toUTCString().slice(5, 25).split(' ')
      time = `${day}/${month}/${year}:${clock} +0000`
    }
    log.write(
      `${request.socket.remoteAddress} - - [${time}] "${request.method} ${request.url} HTTP/${request.httpVersion}" ` +
        `${response.statusCode} ${response.bytes}\n`
    )
  }
}

async function serve() {
  const database = await connectToDatabase(env)
  const hasHeaders = env.REST_SECURITY_HEADERS_ENABLED !== 'false'
  const log = (env.REST_ACCESS_LOG_FORMAT ?? 'off') === 'off' ? undefined : accessLog(env.REST_ACCESS_LOG_OUTPUT)
  const server = createServer((request, response) => {
    response.setHeader('Server', 'node')
    response.setHeader('X-Request-Id', request.headers['x-request-id'] ?? randomUUID())
    if (hasHeaders) {
      response.setHeader('X-Content-Type-Options', 'nosniff').setHeader('X-Frame-Options', 'DENY')
    }
    if (log) {
      response.on('finish', () => log(request, response))
    }
    respond(request, response, database).catch(error => {
      console.error(error)
      end(response, 500, 'text/plain', 'Internal server error')
    })
  })
  // Longer than any pause between two tests.
  server.keepAliveTimeout = 600_000
  server.listen(Number(env.REST_PORT ?? 8080))
}

if (cluster.isPrimary) {
  for (let i = 0; i < availableParallelism(); i++) {
    cluster.fork()
  }
  cluster.on('exit', worker => {
    console.error(`The worker ${worker.process.pid} has ended.`)
    process.exit(1)
  })
} else {
  await serve()
}
