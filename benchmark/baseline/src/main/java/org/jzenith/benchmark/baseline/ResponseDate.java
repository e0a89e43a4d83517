package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpHeaders;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the header {@code Date}. */
final class ResponseDate {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private ResponseDate() {}

    static CharSequence now() {
        return HttpHeaders.createOptimized(FORMAT.format(ZonedDateTime.now(ZoneOffset.UTC)));
    }
}
