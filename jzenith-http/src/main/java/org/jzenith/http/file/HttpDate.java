package org.jzenith.http.file;

import io.netty.handler.codec.DateFormatter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Dates of headers (RFC 9110, 5.6.7), which have whole seconds. */
final class HttpDate {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private HttpDate() {}

    static String format(final Instant time) {
        return FORMAT.format(time.atOffset(ZoneOffset.UTC));
    }

    /** Seconds since 1970; null if it cannot be read. */
    static @Nullable Long seconds(final String date) {
        final Date parsed = DateFormatter.parseHttpDate(date);
        return parsed == null ? null : parsed.toInstant().getEpochSecond();
    }
}
