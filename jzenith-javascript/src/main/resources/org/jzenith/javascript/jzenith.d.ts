// Types of the module 'jzenith'. Copy this file to node_modules/jzenith/index.d.ts beside your handlers.

export interface Log {
  debug (...values: unknown[]): void
  info (...values: unknown[]): void
  warn (...values: unknown[]): void
  error (...values: unknown[]): void
}

export interface Deadline {
  /** Returns the milliseconds that the request has left; Infinity without a deadline. */
  remaining (): number
}

export type Row = Record<string, any>

export interface Result {
  /** The number of rows inserted, updated, deleted or selected. */
  readonly rowCount: number
  /** Returns the only row. Throws an error with the code '02000' or '21000' if there is none or several. */
  one<T = Row> (): T
  /** Returns the first row; undefined if there is none. */
  first<T = Row> (): T | undefined
  /** Returns all rows. */
  list<T = Row> (): T[]
}

export interface Queries {
  /** Runs a statement with values for $1, $2 and so on, or with one object for parameters with names such as :id. */
  query (sql: string, ...values: unknown[]): Promise<Result>
  /** Reads rows as they are iterated. */
  stream<T = Row> (sql: string, ...values: unknown[]): AsyncIterableIterator<T>
  /** Commits when the promise of the callback is fulfilled, and rolls back when it is rejected. In a transaction it is nested. */
  transaction<T> (work: (tx: Queries) => T | Promise<T>): Promise<T>
}

export interface Sql extends Queries {
  /** Returns the database whose plugin has a qualifier. */
  named (qualifier: string): Sql
}

/** An error of the database: its name is that of the Java exception without 'Exception'. */
export interface SqlError extends Error {
  /** The SQLSTATE; null if the error did not come from the server. */
  readonly code: string | null
  readonly constraint: string | null
}

export interface Identity {
  readonly name: string
  readonly mechanism: string
  readonly roles: readonly string[]
  readonly attributes: Readonly<Record<string, any>>
  hasRole (role: string): boolean
}

export interface FetchedResponse {
  readonly url: string
  readonly status: number
  readonly statusText: string
  /** True for a status from 200 to 299. */
  readonly ok: boolean
  readonly headers: { get (name: string): string | null, has (name: string): boolean } & Iterable<[string, string]>
  text (): Promise<string>
  json (): Promise<any>
  bytes (): Promise<Uint8Array>
  arrayBuffer (): Promise<ArrayBuffer>
}

export type Fetch = (url: string | URL, init?: {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}) => Promise<FetchedResponse>

export interface Request {
  readonly method: string
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** Query parameters by name; an array if the name occurs more than once. */
  readonly query: Readonly<Record<string, string | string[]>>
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A value for JSON types, a string for text and forms, otherwise a Uint8Array; undefined without a body. Throws a Problem if it is not JSON. */
  readonly body: any
  readonly log: Log
  readonly deadline: Deadline
  /** The settings below javascript.settings. */
  readonly settings: Readonly<Record<string, string>>
  /** Undefined for an anonymous client. */
  readonly identity?: Identity
  /** The database; there with jzenith-sql. */
  readonly sql: Sql
  /** The REST clients by name, with the methods of their interfaces; there with jzenith-rest-client. */
  readonly http: Readonly<Record<string, Readonly<Record<string, (...values: any[]) => any>>>>
  /** Calls the hosts of javascript.fetch-hosts. */
  readonly fetch: Fetch
}

/** There are no other options, and none may be undefined. */
export interface Options {
  /** The roles of which a caller needs one; '*' for everyone. */
  roles?: string[] | '*'
  /** One line for the OpenAPI document. */
  summary?: string
  /** The JSON Schema of the request body. */
  body?: object
}

export interface Response {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: unknown
}

/** What problem(..) creates. */
export interface Problem extends Error {
  readonly status: number
  readonly detail?: string
  readonly members?: object
}

export type Handler = (request: Request) => unknown

export interface Route {
  (path: string, handler: Handler): void
  (path: string, options: Options, handler: Handler): void
}

export const get: Route
export const post: Route
export const put: Route
export const patch: Route
export const del: Route

/** Creates a response. */
export function response (status: number, headers?: Record<string, string | string[]>, body?: unknown): Response

/** Creates a 201 with the header Location. */
export function created (location: string, body?: unknown): Response

/** Creates an error response (RFC 9457) to throw. */
export function problem (status: number, detail?: string, members?: object): Problem
