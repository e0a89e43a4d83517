package org.jzenith.rest.dispatch;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an origin server says about itself in every answer: {@code Date} (RFC 9110, 6.6.1), made once a second, and
 * {@code Server} where one is configured. Belongs to one event loop.
 */
final class Signature {

    private static final long MILLIS = 1000;

    /** The preferred form of RFC 9110, 5.6.7, with two digits for the day. */
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private final @Nullable CharSequence server;
    private CharSequence date = "";
    private long second = -1;

    Signature(final @Nullable String server) {
        this.server = server == null ? null : HttpHeaders.createOptimized(server);
        refresh();
    }

    /** Where the headers may say it already. */
    void sign(final MultiMap headers) {
        headers.set(HttpHeaders.DATE, date);
        if (server != null) {
            headers.set(HttpHeaders.SERVER, server);
        }
    }

    /** Where the headers are new. */
    void signFirst(final MultiMap headers) {
        headers.add(HttpHeaders.DATE, date);
        if (server != null) {
            headers.add(HttpHeaders.SERVER, server);
        }
    }

    /** To be called several times a second; asking the clock for each answer would cost more than the header. */
    void refresh() {
        final long now = System.currentTimeMillis() / MILLIS;
        if (now != second) {
            date = HttpHeaders.createOptimized(
                    FORMAT.format(Instant.ofEpochSecond(now).atOffset(ZoneOffset.UTC)));
            second = now;
        }
    }
}
