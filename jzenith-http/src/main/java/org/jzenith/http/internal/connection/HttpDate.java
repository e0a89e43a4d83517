package org.jzenith.http.internal.connection;

import io.netty.handler.codec.DateFormatter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** Dates of headers (RFC 9110, 5.6.7), which have whole seconds. */
public final class HttpDate {

    private static final int DAY = 5;

    private HttpDate() {}

    /** Formats a time without the JVM's locale data, whose loading would be three percent of a startup. */
    public static String format(final Instant time) {
        final String text = DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
        return text.charAt(DAY + 1) == ' '
                ? new StringBuilder(text).insert(DAY, '0').toString()
                : text;
    }

    /** Returns the seconds since 1970; null if the date cannot be read. */
    public static @Nullable Long seconds(final String date) {
        final Date parsed = DateFormatter.parseHttpDate(date);
        return parsed == null ? null : parsed.toInstant().getEpochSecond();
    }
}
