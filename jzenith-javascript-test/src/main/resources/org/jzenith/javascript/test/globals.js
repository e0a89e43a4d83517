// Evaluated once in the realm of each file of tests. Defines the globals that only tests have, and timers that the tests' loop runs.
(function (add, setTimer, clearTimer, send, response, bytes) {
  'use strict'

  class AssertionError extends Error {
    constructor (message) {
      super(message)
      this.name = 'AssertionError'
    }
  }

  const describe = value => {
    if (value instanceof Map || value instanceof Set) {
      return `${value.constructor.name} ${describe([...value])}`
    }
    try {
      return JSON.stringify(value) ?? String(value)
    } catch {
      return String(value)
    }
  }

  const isEqual = (one, other) => {
    if (one === other || Object.is(one, other)) {
      return true
    }
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null ||
        Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) {
      return false
    }
    if (one instanceof Date) {
      return isEqual(one.getTime(), other.getTime())
    }
    if (one instanceof Map || one instanceof Set) {
      return isEqual([...one], [...other])
    }
    const names = Object.keys(one)
    return names.length === Object.keys(other).length &&
      names.every(name => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  }

  const timer = repeats => (callback, millis, ...values) =>
    setTimer(() => { callback(...values) }, Number(millis) || 0, repeats)

  const clear = number => {
    if (typeof number === 'number') {
      clearTimer(number)
    }
  }

  Object.assign(globalThis, {
    test: (name, work) => {
      if (typeof work !== 'function') {
        throw new TypeError(`The test '${name}' has no function.`)
      }
      add(String(name), work)
    },
    assert: (condition, message = 'The condition is not true.') => {
      if (!condition) {
        throw new AssertionError(message)
      }
    },
    equal: (actual, expected) => {
      if (!isEqual(actual, expected)) {
        throw new AssertionError(`expected ${describe(expected)} but was ${describe(actual)}`)
      }
    },
    fetch: (path, init = {}) => new Promise((resolve, reject) => send(
      String(init.method ?? 'GET').toUpperCase(),
      String(path),
      Object.entries(init.headers ?? {}).flat().map(String),
      init.body,
      (url, status, headers, text, buffer) =>
        resolve(response(url, status, '', JSON.parse(headers), () => text, () => bytes(buffer))),
      message => reject(new TypeError(message)))),
    setTimeout: timer(false),
    setInterval: timer(true),
    clearTimeout: clear,
    clearInterval: clear
  })
})
