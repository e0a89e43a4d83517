package org.jzenith.security.oidc;

import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.SerialDisposable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import jakarta.annotation.security.PermitAll;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;

/** Handles the requests for one path of a login. They need no credentials. Immutable. */
@PermitAll
final class OidcEndpoint implements RequestHandler {

    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int MOST_BODY = 64 * 1024;

    private final HttpMethod method;
    private final Function<Exchange, Single<Reply>> answer;

    OidcEndpoint(final HttpMethod method, final Function<Exchange, Single<Reply>> answer) {
        this.method = method;
        this.answer = answer;
    }

    @Override
    public Task task(final Exchange exchange) {
        return new Answering(exchange);
    }

    private final class Answering implements Task {

        private final Exchange exchange;
        private final SerialDisposable running = new SerialDisposable();

        Answering(final Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void run() {
            if (!exchange.request().relativePath().isEmpty()) {
                exchange.response().sendProblem(NOT_FOUND, "There is nothing at this path.");
            } else if (!exchange.request().method().equals(method)) {
                reply(Reply.problem(NOT_ALLOWED, "The method is not allowed.").with("Allow", method.name()));
            } else {
                exchange.body().limit(MOST_BODY);
                exchange.body().receive(this::begin);
            }
        }

        private void begin() {
            final Disposable begun = answer.apply(exchange)
                    .subscribe(
                            reply -> exchange.execute(() -> reply(reply)),
                            error -> exchange.execute(() -> exchange.fail(error)));
            running.set(begun);
        }

        private void reply(final Reply reply) {
            final @Nullable String detail = reply.detail();
            if (detail == null) {
                exchange.response().send(reply, Buffer.buffer());
            } else {
                exchange.response().sendProblem(reply, detail);
            }
        }

        @Override
        public void finished(final RequestContext context) {
            running.dispose();
        }
    }
}
