package org.jzenith.benchmark.javascript;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;

/** Answers by the path of the request. */
@Singleton
final class EndpointsMount implements RequestHandler {

    private static final String GREETING = "Hello, World!";
    private static final String TEXT = "text/plain;charset=utf-8";
    private static final String HTML = "text/html;charset=utf-8";
    private static final String JSON = "application/json";
    private static final int MOST = 500;

    private final Worlds worlds;
    private final ObjectMapper mapper;

    @Inject
    EndpointsMount(final Worlds worlds, final ObjectMapper mapper) {
        this.worlds = worlds;
        this.mapper = mapper;
    }

    @Override
    public Task task(final Exchange exchange) {
        return new Answering(exchange);
    }

    /** The work for one request; a client that leaves ends it. */
    private final class Answering implements Task {

        private final Exchange exchange;
        private @Nullable Disposable work;

        Answering(final Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void run() {
            switch (exchange.request().relativePath()) {
                case "/plaintext" -> exchange.response().send(TEXT, Buffer.buffer(GREETING));
                case "/json" -> exchange.response().send(JSON, json(Map.of("message", GREETING)));
                case "/db" -> respond(worlds.random());
                case "/queries" -> respond(worlds.random(count()));
                case "/updates" -> respond(worlds.update(count()));
                case "/fortunes" ->
                    work = worlds.fortunes()
                            .subscribe(page -> exchange.response().send(HTML, Buffer.buffer(page)), exchange::fail);
                default -> exchange.response().sendProblem(404, null);
            }
        }

        private void respond(final Single<?> result) {
            work = result.subscribe(value -> exchange.response().send(JSON, json(value)), exchange::fail);
        }

        /** From 1 to 500; anything that is not a number means 1. */
        private int count() {
            final String target = exchange.request().pathAndQuery();
            final String text = target.substring(target.indexOf('=') + 1);
            return text.matches("[0-9]{1,9}") ? Math.max(1, Math.min(MOST, Integer.parseInt(text))) : 1;
        }

        @Override
        public void finished(final RequestContext context) {
            if (work != null) {
                work.dispose();
            }
        }
    }

    private Buffer json(final Object value) {
        try {
            return Buffer.buffer(mapper.writeValueAsBytes(value));
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
