package org.jzenith.rest.dispatch;

import io.vertx.core.MultiMap;

/** The name of a request in logs and answers: the client's, if it is harmless, or one of ours. */
final class RequestId {

    static final CharSequence HEADER = io.vertx.core.http.HttpHeaders.createOptimized("X-Request-Id");

    private static final int MAX_LENGTH = 64;

    private RequestId() {}

    static String of(final MultiMap headers, final Lane lane) {
        final String given = headers.get(HEADER);
        return given != null && isHarmless(given) ? given : lane.nextId();
    }

    private static boolean isHarmless(final String id) {
        if (id.isEmpty() || id.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            final char c = id.charAt(i);
            final boolean harmless = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '-'
                    || c == '_'
                    || c == '.';
            if (!harmless) {
                return false;
            }
        }
        return true;
    }
}
