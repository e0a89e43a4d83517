package org.jzenith.rest.argument;

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
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types of {@code java.time} in parameters, as ISO 8601 text: they have no method that Jakarta REST looks for. */
public final class TimeParameters implements ParamConverterProvider {

    private static final Map<Class<?>, Function<String, Object>> READINGS = Map.ofEntries(
            Map.entry(Duration.class, Duration::parse),
            Map.entry(Instant.class, Instant::parse),
            Map.entry(LocalDate.class, LocalDate::parse),
            Map.entry(LocalDateTime.class, LocalDateTime::parse),
            Map.entry(LocalTime.class, LocalTime::parse),
            Map.entry(MonthDay.class, MonthDay::parse),
            Map.entry(OffsetDateTime.class, OffsetDateTime::parse),
            Map.entry(OffsetTime.class, OffsetTime::parse),
            Map.entry(Period.class, Period::parse),
            Map.entry(Year.class, Year::parse),
            Map.entry(YearMonth.class, YearMonth::parse),
            Map.entry(ZonedDateTime.class, ZonedDateTime::parse));

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable ParamConverter<T> getConverter(
            final Class<T> type, final Type genericType, final Annotation[] annotations) {
        final Function<String, Object> reading = READINGS.get(type);
        return reading == null ? null : (ParamConverter<T>) converter(reading);
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
                    throw new IllegalArgumentException("The text is no value of this type.", e);
                }
            }

            @Override
            public String toString(final Object value) {
                return value.toString();
            }
        };
    }
}
