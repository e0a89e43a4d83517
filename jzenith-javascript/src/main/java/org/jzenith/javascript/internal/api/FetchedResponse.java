package org.jzenith.javascript.internal.api;

/** The response of {@code fetch} in JavaScript: what handlers and tests need of the Fetch standard. */
public final class FetchedResponse {

    /** Creates a response. {@code fields} has the headers by name in lower case; {@code text} and {@code bytes} return the body. */
    public static final String FUNCTION = """
            (url, status, statusText, fields, text, bytes) => ({
              url,
              status,
              statusText,
              ok: status >= 200 && status < 300,
              headers: {
                get: name => fields[String(name).toLowerCase()] ?? null,
                has: name => Object.hasOwn(fields, String(name).toLowerCase()),
                [Symbol.iterator]: () => Object.entries(fields)[Symbol.iterator]()
              },
              text: async () => text(),
              json: async () => JSON.parse(text()),
              bytes: async () => bytes(),
              arrayBuffer: async () => bytes().buffer
            })
            """;

    private FetchedResponse() {}
}
