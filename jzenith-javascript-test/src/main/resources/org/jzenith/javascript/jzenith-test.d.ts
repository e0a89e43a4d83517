// Types of the globals of *.test.js. Name this file in the include of your tsconfig.json.

/** Defines a test. It fails if the function throws an error, or returns a promise that is rejected. */
declare function test (name: string, work: () => unknown): void

/** Throws an error unless the condition is true. */
declare function assert (condition: unknown, message?: string): asserts condition

/** Throws an error unless both are the same, or objects with equal members. */
declare function equal (actual: unknown, expected: unknown): void

/** Sends a request to the application. The path begins with a slash. */
declare function fetch (path: string, init?: {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}): Promise<import('jzenith').FetchedResponse>
