package org.jzenith.postgresql.internal.pgclient;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;

/** The dates and times that PostgreSQL has. {@code vertx-pg-client} would store others as infinity, or as another date. */
final class TemporalRange {

    private static final int NANOS_OF_MICRO = 1000;
    private static final LocalDate FIRST_DATE = LocalDate.of(-4713, 11, 24);
    private static final LocalDate LAST_DATE = LocalDate.of(5_874_897, 12, 31);
    private static final LocalDateTime FIRST = FIRST_DATE.atStartOfDay();
    private static final LocalDateTime END = LocalDateTime.of(294_277, 1, 1, 0, 0);
    private static final Instant FIRST_INSTANT = FIRST.toInstant(ZoneOffset.UTC);
    private static final Instant END_INSTANT = END.toInstant(ZoneOffset.UTC);

    private TemporalRange() {}

    /** Returns a value that is stored as it is; throws an {@link ArithmeticException} if there is none. */
    static Temporal fit(final Temporal value) {
        if (value instanceof LocalDate date) {
            return fit(date);
        }
        if (value instanceof LocalDateTime time) {
            return fit(time);
        }
        // The library would send 24:00 of a time with an offset as a microsecond less.
        require(!(value instanceof OffsetTime time) || !time.toLocalTime().equals(LocalTime.MAX));
        return value instanceof OffsetDateTime time ? fit(time) : value;
    }

    /** The driver recognizes the constants as objects. */
    private static LocalDate fit(final LocalDate date) {
        if (date.equals(LocalDate.MAX)) {
            return LocalDate.MAX;
        }
        if (date.equals(LocalDate.MIN)) {
            return LocalDate.MIN;
        }
        require(!date.isBefore(FIRST_DATE) && !date.isAfter(LAST_DATE));
        return date;
    }

    /** The driver has no way to send {@code -infinity}. */
    private static LocalDateTime fit(final LocalDateTime time) {
        if (time.equals(LocalDateTime.MAX)) {
            return time;
        }
        require(!time.isBefore(FIRST) && time.isBefore(END));
        return time.get(ChronoField.NANO_OF_SECOND) % NANOS_OF_MICRO == 0 ? time : time.truncatedTo(ChronoUnit.MICROS);
    }

    private static OffsetDateTime fit(final OffsetDateTime time) {
        if (time.toLocalDateTime().equals(LocalDateTime.MAX)) {
            return OffsetDateTime.MAX;
        }
        final Instant instant = time.toInstant();
        require(!instant.isBefore(FIRST_INSTANT) && instant.isBefore(END_INSTANT));
        return time.get(ChronoField.NANO_OF_SECOND) % NANOS_OF_MICRO == 0 ? time : time.truncatedTo(ChronoUnit.MICROS);
    }

    private static void require(final boolean inRange) {
        if (!inRange) {
            throw new ArithmeticException("out of range");
        }
    }
}
