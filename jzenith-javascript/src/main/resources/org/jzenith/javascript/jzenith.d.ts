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

export interface Request {
  readonly method: string
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** Query parameters by name; an array if the name occurs more than once. */
  readonly query: Readonly<Record<string, string | string[]>>
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A value for JSON types, a string for text and forms, otherwise a Uint8Array; undefined without a body. */
  readonly body: any
  readonly log: Log
  readonly deadline: Deadline
}

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

export class Problem extends Error {
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
