package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the header {@code Date}, and of others that are a time. */
final class ResponseDate {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private ResponseDate() {}

    static CharSequence now() {
        return HttpHeaders.createOptimized(format(Instant.now()));
    }

    static String format(final Instant time) {
        return FORMAT.format(time.atOffset(ZoneOffset.UTC));
    }
}
