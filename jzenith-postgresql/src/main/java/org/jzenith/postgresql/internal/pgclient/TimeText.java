package org.jzenith.postgresql.internal.pgclient;

import io.vertx.pgclient.data.Interval;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates, times and intervals as the server writes them. */
final class TimeText {

    private static final Pattern DATE_AND_TIME =
            Pattern.compile("(\\d{4,})-(\\d\\d)-(\\d\\d)(?: (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?)([-+][\\d:]+)?)?( BC)?");

    private static final Pattern INTERVAL = Pattern.compile("(?:([-+]?\\d+) years? ?)?(?:([-+]?\\d+) mons? ?)?"
            + "(?:([-+]?\\d+) days? ?)?(?:([-+]?)(\\d+):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,6}))?)?");

    private static final String END_OF_DAY = "24:00:00";

    private static final long MICROS = 1_000_000;

    /** The library's reading of {@code -infinity}. */
    private static final LocalDateTime READ_AS_MINUS_INFINITY =
            LocalDateTime.of(2000, 1, 1, 0, 0).plus(Long.MIN_VALUE, ChronoUnit.MICROS);

    /** The first moment of PostgreSQL, in the year 4714 BC. The library reads it as the first one of Java. */
    private static final LocalDateTime FIRST = LocalDateTime.of(-4713, 11, 24, 0, 0);

    private TimeText() {}

    /** Corrects the two values that the library confuses. */
    static LocalDateTime corrected(final LocalDateTime read) {
        return read.equals(LocalDateTime.MIN) ? FIRST : read.equals(READ_AS_MINUS_INFINITY) ? LocalDateTime.MIN : read;
    }

    /** Corrects the two values that the library confuses. */
    static OffsetDateTime corrected(final OffsetDateTime read) {
        return read.equals(OffsetDateTime.MIN)
                ? FIRST.atOffset(ZoneOffset.UTC)
                : read.toLocalDateTime().equals(READ_AS_MINUS_INFINITY) ? OffsetDateTime.MIN : read;
    }

    static LocalTime time(final String text) {
        return text.equals(END_OF_DAY) ? LocalTime.MAX : LocalTime.parse(text);
    }

    static OffsetTime offsetTime(final String text) {
        final int offset = Math.max(text.indexOf('+'), text.indexOf('-'));
        return OffsetTime.of(time(text.substring(0, offset)), ZoneOffset.of(text.substring(offset)));
    }

    static LocalDate date(final String text) {
        return finite(text, LocalDate.MIN, LocalDate.MAX, TimeText::date);
    }

    static LocalDateTime dateTime(final String text) {
        return finite(text, LocalDateTime.MIN, LocalDateTime.MAX, TimeText::dateTime);
    }

    static OffsetDateTime offsetDateTime(final String text) {
        return finite(
                text,
                OffsetDateTime.MIN,
                OffsetDateTime.MAX,
                parts -> dateTime(parts).atOffset(ZoneOffset.of(parts.group(5))).withOffsetSameInstant(ZoneOffset.UTC));
    }

    private static <T> T finite(final String text, final T min, final T max, final Function<Matcher, T> reader) {
        return switch (text) {
            case "infinity" -> max;
            case "-infinity" -> min;
            default -> reader.apply(match(DATE_AND_TIME, text));
        };
    }

    /** Returns a text that the server reads as this time, without its nanoseconds, or as 24:00. */
    static String of(final LocalTime time) {
        return time.equals(LocalTime.MAX)
                ? END_OF_DAY
                : time.truncatedTo(ChronoUnit.MICROS).toString();
    }

    static String of(final Interval interval) {
        return text(
                interval.getYears(),
                interval.getMonths(),
                interval.getDays(),
                interval.getHours(),
                interval.getMinutes(),
                interval.getSeconds(),
                interval.getMicroseconds());
    }

    static String of(final Period period) {
        return text(period.getYears(), period.getMonths(), period.getDays(), 0, 0, 0, 0);
    }

    /** Returns the text of a duration without its nanoseconds; throws if the server cannot store it. */
    static String of(final Duration duration) {
        final long micros =
                Math.addExact(Math.multiplyExact(duration.getSeconds(), MICROS), duration.getNano() / 1_000);
        return text(0, 0, 0, micros / MICROS / 3_600, micros / MICROS / 60 % 60, micros / MICROS % 60, micros % MICROS);
    }

    /** Returns a text in which each part has its sign, so that no style of the server gives it another meaning. */
    private static String text(final Object... parts) {
        return String.format(
                Locale.ROOT, "%+d years %+d months %+d days %+d hours %+d minutes %+d seconds %+d microseconds", parts);
    }

    private static LocalDate date(final Matcher parts) {
        final int year = Integer.parseInt(parts.group(1));
        return LocalDate.of(parts.group(6) == null ? year : 1 - year, number(parts, 2), number(parts, 3));
    }

    private static LocalDateTime dateTime(final Matcher parts) {
        return date(parts).atTime(LocalTime.parse(parts.group(4)));
    }

    /** Returns the interval as the wanted class: in full, or as a duration or a period that has all of it. */
    static Object interval(final String text, final Class<?> wanted) {
        final Matcher parts = match(INTERVAL, text);
        final int years = number(parts, 1);
        final int months = number(parts, 2);
        final int days = number(parts, 3);
        final int sign = "-".equals(parts.group(4)) ? -1 : 1;
        final String fraction = Objects.requireNonNullElse(parts.group(8), "");
        final int micros = sign * Integer.parseInt((fraction + "000000").substring(0, 6));
        if (wanted == Duration.class && years == 0 && months == 0) {
            return Duration.ofDays(days)
                    .plusHours(sign * Long.parseLong(Objects.requireNonNullElse(parts.group(5), "0")))
                    .plusMinutes((long) sign * number(parts, 6))
                    .plusSeconds((long) sign * number(parts, 7))
                    .plusNanos(micros * 1_000L);
        }
        final Interval interval = new Interval(
                years, months, days, sign * number(parts, 5), sign * number(parts, 6), sign * number(parts, 7), micros);
        return wanted == Period.class && interval.equals(new Interval(years, months, days))
                ? Period.of(years, months, days)
                : interval;
    }

    private static int number(final Matcher parts, final int group) {
        final @Nullable String digits = parts.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static Matcher match(final Pattern pattern, final String text) {
        final Matcher matcher = pattern.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            throw new DateTimeException("The server writes dates or intervals in another style.");
        }
        return matcher;
    }
}
