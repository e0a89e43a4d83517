package org.jzenith.observability.internal.log;

import com.google.inject.Provider;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.internal.operator.OperatorAccess;
import org.jzenith.http.write.ResponseHead;
import org.slf4j.Logger;

/** Lists the levels of loggers, and changes them. */
@OpenByDefault
final class LogLevelsHandler implements RequestHandler {

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int CONFLICT = 409;
    private static final int NOT_IMPLEMENTED = 501;

    private static final Pattern NAME = Pattern.compile("[\\w.$-]{1,200}");
    private static final Set<String> LEVELS = Set.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Provider<LogLevels> levels;

    /**
     * Creates it.
     *
     * @param levels the levels, asked for at each request
     */
    LogLevelsHandler(final Provider<LogLevels> levels) {
        this.levels = levels;
    }

    @Override
    public Task task(final Exchange exchange) {
        return () -> answer(exchange);
    }

    private void answer(final Exchange exchange) {
        final LogLevels all = levels.get();
        final HttpMethod method = exchange.request().method();
        final String logger = logger(exchange.request().relativePath());
        if (!all.isAvailable()) {
            exchange.response()
                    .sendProblem(
                            NOT_IMPLEMENTED,
                            "Changing levels at run time needs Logback (ch.qos.logback:logback-classic).");
        } else if (logger.isEmpty()) {
            if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
                send(exchange, list(all));
            } else {
                notAllowed(exchange, "GET, HEAD");
            }
        } else if (!NAME.matcher(logger).matches()) {
            exchange.response().sendProblem(NOT_FOUND, "That is not a valid logger name.");
        } else if (!method.equals(HttpMethod.PUT) && !method.equals(HttpMethod.DELETE)) {
            notAllowed(exchange, "PUT, DELETE");
        } else if (method.equals(HttpMethod.PUT)) {
            change(exchange, all, logger);
        } else {
            all.changeBack(logger);
            exchange.response().sendNoContent();
        }
    }

    /** Returns the name in a path. Logback accepts the name of the root logger in any case. */
    private static String logger(final String path) {
        final String name = path.replaceFirst("^/", "");
        return name.equalsIgnoreCase(Logger.ROOT_LOGGER_NAME) ? Logger.ROOT_LOGGER_NAME : name;
    }

    private static void notAllowed(final Exchange exchange, final String allowed) {
        exchange.response().sendProblem(ResponseHead.of(NOT_ALLOWED, Map.of("Allow", allowed)), null);
    }

    private static void send(final Exchange exchange, final JsonObject json) {
        exchange.response().send("application/json", Buffer.buffer(json.encode() + "\n"));
    }

    private static JsonObject list(final LogLevels all) {
        final JsonObject loggers = new JsonObject();
        all.all().forEach((logger, state) -> {
            final JsonObject each = new JsonObject().put("level", state.level());
            final LogLevels.Change change = state.change();
            if (change != null) {
                each.put("until", change.until().toString()).put("before", change.before());
            }
            loggers.put(logger, each);
        });
        return new JsonObject().put("loggers", loggers);
    }

    private static void change(final Exchange exchange, final LogLevels all, final String logger) {
        final Map<String, List<String>> query =
                new QueryStringDecoder(exchange.request().pathAndQuery()).parameters();
        final String level = first(query, "level", "").toUpperCase(Locale.ROOT);
        final Duration duration = duration(first(query, "for", "15m"));
        if (!LEVELS.contains(level)) {
            exchange.response()
                    .sendProblem(BAD_REQUEST, "Add a level to the query: off, error, warn, info, debug or trace.");
        } else if (duration == null) {
            exchange.response()
                    .sendProblem(BAD_REQUEST, "The parameter 'for' must be a duration from 1ms to 1d, such as 15m.");
        } else {
            final Instant until = all.change(logger, level, duration, OperatorAccess.clientOf(exchange));
            if (until == null) {
                exchange.response().sendProblem(CONFLICT, "Too many levels are changed. Reset some of them first.");
            } else {
                send(exchange, new JsonObject().put("level", level).put("until", until.toString()));
            }
        }
    }

    private static String first(final Map<String, List<String>> query, final String name, final String absent) {
        return query.getOrDefault(name, List.of(absent)).get(0);
    }

    /** Returns null if it is none, or too long. */
    private static @Nullable Duration duration(final String text) {
        try {
            final Duration duration = new Ranges.PositiveDuration().convert(text);
            return duration == null || duration.compareTo(LONGEST) > 0 ? null : duration;
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }
}
