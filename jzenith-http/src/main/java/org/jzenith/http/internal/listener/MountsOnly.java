package org.jzenith.http.internal.listener;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpHandler;
import org.jzenith.http.problem.ProblemJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The own handler of a listener that has only mounts: other paths get a 404. */
final class MountsOnly implements HttpHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(MountsOnly.class);

    @Override
    public Task task(final Exchange exchange) {
        return () -> {
            if (!exchange.passToNext() && !exchange.tryRefuseUnknownPath()) {
                exchange.response().sendProblem(404, "There is nothing at this path.");
            }
        };
    }

    @Override
    public byte[] problem(final int status, final @Nullable String detail, final @Nullable String path) {
        return ProblemJson.toBytes(ProblemJson.of(status, detail), path);
    }

    @Override
    public byte[] problem(final Throwable failure, final String method, final @Nullable String path) {
        final String id = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
        LOGGER.error(
                "{} {} failed with {}. The client has been told the id {}.",
                LogText.escape(method),
                path == null ? "without a path" : LogText.escape(path),
                failure.getClass().getName(),
                id,
                failure);
        return ProblemJson.toBytes(ProblemJson.withId(ProblemJson.of(500, null), id), path);
    }
}
