package org.jzenith.observability.internal.admin;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.internal.operator.OperatorAccess;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.observability.internal.recent.OperatorTables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The response to a request for the tables of plugins, or for an action on a row. */
final class TableTask implements RequestHandler.Task {

    /** The path of the tables; below it, that of an action is {@code /TABLE/ACTION?row=ID}. */
    static final String PATH = "/tables";

    private static final Logger LOGGER = LoggerFactory.getLogger(TableTask.class);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;
    private static final int PARTS = 2;

    private final Exchange exchange;
    private final OperatorTables tables;

    TableTask(final Exchange exchange, final OperatorTables tables) {
        this.exchange = exchange;
        this.tables = tables;
    }

    @Override
    public void run() {
        final String asked = exchange.request().relativePath().substring(PATH.length());
        final String method = exchange.request().method().name();
        final boolean isList = asked.isEmpty();
        if (isList && (method.equals("GET") || method.equals("HEAD"))) {
            send(tables.readNow());
        } else if (!isList && method.equals("POST")) {
            act(asked.substring(1).split("/", -1));
        } else {
            exchange.response()
                    .sendProblem(ResponseHead.of(NOT_ALLOWED, Map.of("Allow", isList ? "GET, HEAD" : "POST")), null);
        }
    }

    private void act(final String... path) {
        final String row = new QueryStringDecoder(exchange.request().pathAndQuery())
                .parameters()
                .getOrDefault("row", List.of(""))
                .get(0);
        final @Nullable Completable action = path.length == PARTS ? tables.run(path[0], path[1], row) : null;
        if (action == null) {
            exchange.response().sendProblem(NOT_FOUND, "There is no such action.");
            return;
        }
        LOGGER.info(
                "The action {} of the table {} runs on the row {}, asked by {}.",
                path[1],
                path[0],
                LogText.escape(row),
                OperatorAccess.clientOf(exchange));
        send(action.andThen(tables.readNow()));
    }

    /** Sends the tables. Nothing is disposed when the operator leaves. */
    @SuppressWarnings("CheckReturnValue") // an action goes on
    private void send(final Completable before) {
        before.subscribe(
                () -> exchange.execute(() -> exchange.response()
                        .send(
                                ResponseHead.of(OK, AdminHandler.headersOfJson()),
                                tables.json().toBuffer())),
                error -> exchange.execute(() -> fail(error)));
    }

    private void fail(final Throwable error) {
        if (error instanceof NoSuchElementException) {
            exchange.response().sendProblem(NOT_FOUND, "The row no longer exists.");
        } else if (error instanceof IllegalStateException) {
            exchange.response().sendProblem(CONFLICT, error.getMessage());
        } else if (error instanceof TemporarilyUnavailable) {
            exchange.response().sendProblem(UNAVAILABLE, "The service is temporarily unavailable.");
        } else {
            exchange.fail(error);
        }
    }
}
