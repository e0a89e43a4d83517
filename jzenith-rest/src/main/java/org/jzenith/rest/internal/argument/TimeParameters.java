package org.jzenith.rest.internal.argument;

import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types of {@code java.time} in parameters, as ISO 8601 text: they have no method that Jakarta REST looks for. */
public final class TimeParameters implements ParamConverterProvider {

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable ParamConverter<T> getConverter(
            final Class<T> type, final Type genericType, final Annotation[] annotations) {
        final Function<String, Object> reading = reading(type);
        return reading == null ? null : (ParamConverter<T>) converter(reading);
    }

    /** Null for another type. */
    private static @Nullable Function<String, Object> reading(final Class<?> type) {
        return switch (type.getName()) {
            case "java.time.Duration" -> Duration::parse;
            case "java.time.Instant" -> Instant::parse;
            case "java.time.LocalDate" -> LocalDate::parse;
            case "java.time.LocalDateTime" -> LocalDateTime::parse;
            case "java.time.LocalTime" -> LocalTime::parse;
            case "java.time.MonthDay" -> MonthDay::parse;
            case "java.time.OffsetDateTime" -> OffsetDateTime::parse;
            case "java.time.OffsetTime" -> OffsetTime::parse;
            case "java.time.Period" -> Period::parse;
            case "java.time.Year" -> Year::parse;
            case "java.time.YearMonth" -> YearMonth::parse;
            case "java.time.ZonedDateTime" -> ZonedDateTime::parse;
            default -> null;
        };
    }

    private static ParamConverter<Object> converter(final Function<String, Object> reading) {
        return new ParamConverter<>() {
            @Override
            public Object fromString(final @Nullable String text) {
                if (text == null) {
                    throw new IllegalArgumentException("There is no text.");
                }
                try {
                    return reading.apply(text);
                } catch (final DateTimeException e) {
                    throw new IllegalArgumentException("The text is not a value of this type.", e);
                }
            }

            @Override
            public String toString(final Object value) {
                return value.toString();
            }
        };
    }
}
