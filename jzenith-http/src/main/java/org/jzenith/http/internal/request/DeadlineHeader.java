package org.jzenith.http.internal.request;

import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.http.request.MalformedRequestException;

/**
 * The time that a trusted peer gives a request: milliseconds, or a value of gRPC's {@code grpc-timeout}, which is at most
 * eight digits and a unit.
 */
public final class DeadlineHeader {

    private static final Pattern MILLIS = Pattern.compile("\\d{1,18}");
    private static final Pattern GRPC = Pattern.compile("(\\d{1,8})([HMSmun])");

    private DeadlineHeader() {}

    /**
     * The deadline that the header sets.
     *
     * @return null if the request has no such header
     * @throws MalformedRequestException if it has several, or one that is not a time
     */
    public static @Nullable RequestDeadline read(final String name, final MultiMap headers) {
        final List<String> values = headers.getAll(name);
        if (values.isEmpty()) {
            return null;
        }
        final Duration time = values.size() == 1 ? time(values.get(0).strip()) : null;
        if (time == null) {
            throw new MalformedRequestException(
                    "The header " + name + " must be milliseconds (1500) or a grpc-timeout value (1500m).");
        }
        return RequestDeadline.in(time);
    }

    private static @Nullable Duration time(final String text) {
        if (MILLIS.matcher(text).matches()) {
            return Duration.ofMillis(Long.parseLong(text));
        }
        final Matcher grpc = GRPC.matcher(text);
        return grpc.matches() ? Duration.ofNanos(unit(grpc.group(2)).toNanos(Long.parseLong(grpc.group(1)))) : null;
    }

    private static TimeUnit unit(final String letter) {
        return switch (letter) {
            case "H" -> TimeUnit.HOURS;
            case "M" -> TimeUnit.MINUTES;
            case "S" -> TimeUnit.SECONDS;
            case "m" -> TimeUnit.MILLISECONDS;
            case "u" -> TimeUnit.MICROSECONDS;
            default -> TimeUnit.NANOSECONDS;
        };
    }
}
