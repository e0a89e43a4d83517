package org.jzenith.http.internal.accesslog;

/** Paths: one, or all below it. */
record PathRule(String path, boolean below) {

    private static final String REST = "/*";

    /** {@code /health/*} means {@code /health} and all below it. */
    static PathRule of(final String written) {
        return written.endsWith(REST)
                ? new PathRule(written.substring(0, written.length() - REST.length()), true)
                : new PathRule(written, false);
    }

    boolean matches(final String target) {
        if (!target.startsWith(path)) {
            return false;
        }
        if (target.length() == path.length()) {
            return true;
        }
        final char next = target.charAt(path.length());
        return next == '?' || (below && next == '/');
    }
}
