package org.jzenith.core.configuration.converter;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** For plugins: converts durations and refuses those out of range. */
@SuppressWarnings("serial")
public abstract class DurationConverter extends RangeConverter<Duration> {

    private static final Pattern FORM = Pattern.compile("([0-9]+)\\s*(ms|s|m|h|d)", Pattern.CASE_INSENSITIVE);

    /**
     * Sets the range.
     *
     * @param least the shortest duration that is accepted
     * @param most the longest duration that is accepted; null for no limit
     */
    protected DurationConverter(final Duration least, final @Nullable Duration most) {
        super(
                most == null
                        ? "a duration of at least " + text(least) + ", such as 500ms, 15s, 2m, 1h, 1d or PT15S"
                        : "a duration from " + text(least) + " to " + text(most),
                DurationConverter::parse,
                time -> time.compareTo(least) >= 0 && (most == null || time.compareTo(most) <= 0));
    }

    @Override
    public @Nullable Duration convert(final String text) {
        return super.convert(text);
    }

    /**
     * Parses a duration in the format of settings.
     *
     * @param text such as {@code 500ms}, {@code 15s}, {@code 2m}, {@code 1h}, {@code 1d} or {@code PT15S}
     * @return null if the text is not a duration
     */
    public static @Nullable Duration parse(final String text) {
        final String stripped = text.strip();
        try {
            final Matcher form = FORM.matcher(stripped);
            if (!form.matches()) {
                return Duration.parse(stripped);
            }
            final long amount = Long.parseLong(form.group(1));
            return switch (form.group(2).toLowerCase(Locale.ROOT)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        } catch (final DateTimeException | ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    /**
     * Formats a duration as in settings, in the largest unit that needs no fraction.
     *
     * @param time not negative
     * @return such as {@code 90s}
     */
    public static String text(final Duration time) {
        if (time.toNanosPart() % 1_000_000 != 0) {
            return time.toString();
        }
        if (time.toMillisPart() != 0) {
            return time.toMillis() + "ms";
        }
        final long seconds = time.toSeconds();
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "s";
        }
        return seconds % 3600 != 0
                ? seconds / 60 + "m"
                : seconds % 86_400 != 0 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }
}
