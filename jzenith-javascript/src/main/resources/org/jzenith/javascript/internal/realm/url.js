// URL and URLSearchParams. Evaluated once in each realm; parse(text, base) returns the parts as JSON, or null.
(function (parse) {
  'use strict'

  const encode = text => encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase())
  const decode = text => {
    try {
      return decodeURIComponent(text.replace(/\+/g, ' '))
    } catch {
      return text
    }
  }

  class URLSearchParams {
    #pairs = []
    #changed = () => {}

    constructor (init = '', changed) {
      if (typeof init === 'string') {
        for (const pair of init.replace(/^\?/, '').split('&')) {
          if (pair !== '') {
            const equals = pair.indexOf('=')
            this.#pairs.push(equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))])
          }
        }
      } else {
        const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init)
        for (const [name, value] of pairs) {
          this.#pairs.push([String(name), String(value)])
        }
      }
      this.#changed = typeof changed === 'function' ? changed : this.#changed
    }

    #set (pairs) {
      this.#pairs = pairs
      this.#changed(this.toString())
    }

    get size () { return this.#pairs.length }
    append (name, value) { this.#set([...this.#pairs, [String(name), String(value)]]) }
    delete (name) { this.#set(this.#pairs.filter(pair => pair[0] !== name)) }
    get (name) { return this.#pairs.find(pair => pair[0] === name)?.[1] ?? null }
    getAll (name) { return this.#pairs.filter(pair => pair[0] === name).map(pair => pair[1]) }
    has (name) { return this.#pairs.some(pair => pair[0] === name) }
    set (name, value) {
      const first = this.#pairs.findIndex(pair => pair[0] === name)
      if (first < 0) {
        this.append(name, value)
      } else {
        this.#set(this.#pairs.filter((pair, i) => i <= first || pair[0] !== name).map((pair, i) => i === first ? [pair[0], String(value)] : pair))
      }
    }

    sort () { this.#set([...this.#pairs].sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)) }
    forEach (callback) { this.#pairs.forEach(([name, value]) => callback(value, name, this)) }
    entries () { return this.#pairs.map(pair => [...pair])[Symbol.iterator]() }
    keys () { return this.#pairs.map(pair => pair[0])[Symbol.iterator]() }
    values () { return this.#pairs.map(pair => pair[1])[Symbol.iterator]() }
    [Symbol.iterator] () { return this.entries() }
    toString () { return this.#pairs.map(([name, value]) => encode(name) + '=' + encode(value)).join('&') }
  }

  class URL {
    #parts
    #params

    constructor (text, base) {
      const parts = parse(String(text), base === undefined ? null : String(base))
      if (parts === null) {
        throw new TypeError(`Invalid URL: ${text}`)
      }
      this.#parts = JSON.parse(parts)
    }

    static canParse (text, base) {
      return parse(String(text), base === undefined ? null : String(base)) !== null
    }

    get protocol () { return this.#parts.protocol }
    get username () { return this.#parts.username }
    get password () { return this.#parts.password }
    get hostname () { return this.#parts.hostname }
    get port () { return this.#parts.port }
    get host () { return this.hostname + (this.port === '' ? '' : ':' + this.port) }
    get origin () { return this.protocol + '//' + this.host }
    get pathname () { return this.#parts.pathname }
    set pathname (path) { this.#parts.pathname = encodeURI(path).replace(/^(?!\/)/, '/') }
    get search () { return this.#parts.search }
    set search (query) {
      this.#parts.search = query === '' || query === '?' ? '' : '?' + encodeURI(query).replace(/^\?/, '')
      this.#params = undefined
    }

    get hash () { return this.#parts.hash }
    set hash (fragment) { this.#parts.hash = fragment === '' || fragment === '#' ? '' : '#' + encodeURI(fragment).replace(/^#/, '') }
    get searchParams () {
      this.#params ??= new URLSearchParams(this.search, query => { this.#parts.search = query === '' ? '' : '?' + query })
      return this.#params
    }

    get href () {
      const user = this.username === '' ? '' : this.username + (this.password === '' ? '' : ':' + this.password) + '@'
      return this.protocol + '//' + user + this.host + this.pathname + this.search + this.hash
    }

    toString () { return this.href }
    toJSON () { return this.href }
  }

  Object.defineProperty(globalThis, 'URL', { value: URL, writable: true, configurable: true })
  Object.defineProperty(globalThis, 'URLSearchParams', { value: URLSearchParams, writable: true, configurable: true })

  // The first use takes long, so it happens here and not in the turn of a request.
  new URL('http://localhost/?a=b').searchParams.toString()
})
