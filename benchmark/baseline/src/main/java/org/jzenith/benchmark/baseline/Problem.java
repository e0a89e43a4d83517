package org.jzenith.benchmark.baseline;

/** What went wrong, in the fields of RFC 9457. */
record Problem(String type, String title, int status, String detail, String instance) {

    static Problem notFound(final String detail, final String path) {
        return new Problem("about:blank", "Not Found", 404, detail, path);
    }
}
