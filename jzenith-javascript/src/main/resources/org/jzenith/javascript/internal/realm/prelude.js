// Evaluated once in each realm, before the files of the application. Returns what the Java side calls.
(function (register, setTimer, clearTimer, write, unhandled, names, isOpen) {
  'use strict'

  const global = globalThis
  const { parse, stringify } = JSON

  // The Java exceptions behind errors, which JavaScript does not see.
  const causes = new WeakMap()

  class JavaError extends Error {
    constructor (name, message, cause) {
      super(message)
      this.name = name
      causes.set(this, cause)
    }
  }

  class Problem extends Error {
    constructor (status, detail, members) {
      super(detail === undefined ? String(status) : String(detail))
      this.name = 'Problem'
      this.status = status
      this.detail = detail
      this.members = members
    }
  }

  class Response {
    constructor (status, headers, body) {
      this.status = status
      this.headers = headers ?? {}
      this.body = body
    }
  }

  const handlers = []

  const OPTIONS = ['roles', 'summary', 'body']

  // Says what is wrong between the path and the handler of a route, which would otherwise be open; undefined if nothing is.
  const mistake = between => {
    const [options] = between
    if (between.length > 1) {
      return 'There is more between its path and its handler than the options.'
    }
    if (between.length === 1 && (typeof options !== 'object' || options === null || Array.isArray(options))) {
      return `Its options are ${describe(options)}.`
    }
    for (const name in options) {
      if (!OPTIONS.includes(name)) {
        return `Its option '${name}' is unknown; there are ${OPTIONS.join(', ')}.`
      }
      if (stringify(options[name]) === undefined) {
        return `Its option '${name}' is ${describe(options[name])}.`
      }
    }
  }

  const route = method => (template, ...rest) => {
    const handler = rest.pop()
    const options = Object.fromEntries(OPTIONS.filter(name => name in (rest[0] ?? {})).map(name => [name, rest[0][name]]))
    register(method, String(template), stringify(options), handler, mistake(rest))
    handlers.push(handler)
  }

  const jzenith = Object.freeze({
    get: route('GET'),
    post: route('POST'),
    put: route('PUT'),
    patch: route('PATCH'),
    del: route('DELETE'),
    response: (status, headers, body) => new Response(status, headers, body),
    created: (location, body) => new Response(201, { Location: String(location) }, body),
    problem: (status, detail, members) => new Problem(status, detail, members)
  })

  class Request {
    #read
    #known = new Map()

    constructor (read) {
      this.#read = read
    }

    member (name, convert) {
      let value = this.#known.get(name)
      if (value === undefined && !this.#known.has(name)) {
        value = convert(this.#read(name))
        this.#known.set(name, value)
      }
      return value
    }
  }

  const define = (name, convert) => Object.defineProperty(Request.prototype, name, {
    get () { return this.member(name, convert) },
    enumerable: true
  })
  define('method', value => value)
  for (const name of ['path', 'query', 'headers']) {
    define(name, parse)
  }
  define('body', value => value)
  names.forEach(name => define(name, value => value))

  const describe = value => value === null || value === undefined ? String(value) : typeof value === 'object' ? 'an object' : 'a ' + typeof value

  // Tells the Java side what a handler has returned.
  const send = (value, status, headers, done) => {
    const kind = typeof value
    if (value === undefined) {
      done('empty', null, status, headers)
    } else if (kind === 'string') {
      done('text', value, status, headers)
    } else if (kind === 'function' || kind === 'symbol' || kind === 'bigint') {
      done('unusable', describe(value))
    } else if (value instanceof Uint8Array) {
      done('bytes', value.buffer, status, headers, value.byteOffset, value.byteLength)
    } else if (value !== null && typeof value[Symbol.asyncIterator] === 'function') {
      done('stream', value, status, headers)
    } else {
      let json
      try {
        json = stringify(value)
      } catch (e) {
        done('unusable', 'a value that is not JSON: ' + e.message)
        return
      }
      if (json === undefined) {
        done('unusable', 'a value whose toJSON() returns undefined')
      } else {
        done('json', json, status, headers)
      }
    }
  }

  // Returns the lines of a stack. The text of an error is not a part of it: it may have lines that look like frames.
  const frames = error => {
    const stack = String(error.stack)
    const message = String(error.message)
    const start = stack.indexOf(message)
    return start < 0 ? stack : stack.slice(start + message.length)
  }

  // Passes an error to the Java side: a text, the stack, the Java exception behind it, and itself.
  const reject = (error, take) => {
    const isError = error instanceof Error
    take(false, isError ? `${error.name}: ${error.message}` : inspect(error), isError ? frames(error) : '',
      isError ? causes.get(error) : undefined, error)
  }

  const fail = (error, done) => {
    try {
      if (error instanceof Problem) {
        done('problem', error.detail === undefined ? null : String(error.detail), error.status, stringify(error.members ?? {}))
      } else {
        reject(error, (failed, ...error) => done('error', ...error))
      }
    } catch {
      done('unusable', error instanceof Problem ? 'a problem whose members are not JSON' : 'an error that cannot be read')
    }
  }

  const settle = (value, done) => {
    if (value instanceof Response) {
      send(value.body, value.status, stringify(value.headers), done)
    } else if (value instanceof Problem) {
      fail(value, done)
    } else {
      send(value, undefined, undefined, done)
    }
  }

  // Sends the elements of a stream, which the Java side frames.
  const pump = (source, kind, take, pause, end, done) => {
    (async () => {
      for await (const element of source) {
        const piece = kind === 'RAW' || (kind === 'EVENTS' && typeof element === 'string') ? element : stringify(element)
        if (piece === undefined) {
          throw new TypeError(`An element of the stream is ${describe(element)}`)
        }
        if (!take(piece)) {
          await new Promise(pause)
        }
      }
    })().then(end).catch(error => fail(error, done))
  }

  // Iterates what the Java side has in batches.
  const iterable = (pull, cancel) => {
    let batch = []
    let position = 0
    const iterator = {
      async next () {
        if (position === batch.length) {
          batch = await pull() ?? []
          position = 0
        }
        return position < batch.length ? { done: false, value: batch[position++] } : { done: true, value: undefined }
      },
      async return (value) {
        cancel()
        return { done: true, value }
      },
      [Symbol.asyncIterator]: () => iterator
    }
    return iterator
  }

  const call = (index, read, done) => {
    try {
      const result = handlers[index](new Request(read))
      if (result !== null && typeof result === 'object' && typeof result.then === 'function') {
        result.then(value => {
          try {
            settle(value, done)
          } catch (error) {
            fail(error, done)
          }
        }, error => fail(error, done))
      } else {
        settle(result, done)
      }
    } catch (error) {
      fail(error, done)
    }
  }

  const inspect = value => {
    if (typeof value === 'string') {
      return value
    }
    if (value instanceof Error) {
      return String(value.stack)
    }
    try {
      return stringify(value) ?? String(value)
    } catch {
      return String(value)
    }
  }

  const logger = level => (...values) => write(level, values.map(inspect).join(' '))
  const levels = { debug: logger('debug'), info: logger('info'), warn: logger('warn'), error: logger('error') }
  global.console = { ...levels, log: levels.info, trace: levels.debug }

  const timer = repeats => (callback, millis, ...values) => {
    if (typeof callback !== 'function') {
      throw new TypeError('The callback of a timer must be a function')
    }
    return setTimer(() => { callback(...values) }, Number(millis) || 0, repeats)
  }
  global.setTimeout = timer(false)
  global.setInterval = timer(true)
  global.clearTimeout = id => { if (typeof id === 'number') clearTimer(id) }
  global.clearInterval = global.clearTimeout
  global.queueMicrotask = callback => { Promise.resolve().then(() => { callback() }) }

  global.Graal.setUnhandledPromiseRejectionHandler(reason => {
    reject(reason, (failed, text, stack) => unhandled(text, stack))
  })
  for (const name of ['Graal', 'Polyglot', 'load', 'loadWithNewGlobal', 'print', 'printErr', 'quit', 'readline', ...(isOpen ? [] : ['Java', 'Packages', 'java', 'javax', 'com', 'org', 'edu', 'javafx'])]) {
    delete global[name]
  }
  Object.defineProperty(global, Symbol.for('jzenith'), { value: jzenith })

  return {
    call,
    parse,
    require: global.require,
    object: () => ({}),
    bytes: buffer => new Uint8Array(new ArrayBuffer(buffer)),
    undefined: () => undefined,
    await: (value, take) => { Promise.resolve(value).then(result => take(true, result), error => reject(error, take)) },
    run: (callback, values, take) => {
      let result
      try {
        result = callback(...values)
      } catch (error) {
        reject(error, take)
        return
      }
      take(true, result)
    },
    async: start => (...values) => new Promise((resolve, reject) => { start(resolve, reject, ...values) }),
    create: (create, ...values) => create(values),
    resolve: (resolve, create, ...values) => { resolve(create(values)) },
    error: (name, message, cause) => new JavaError(name, message, cause),
    raise: error => { throw error },
    refuse: (status, detail) => { throw new Problem(status, detail) },
    array: elements => elements,
    iterable,
    pump
  }
})
