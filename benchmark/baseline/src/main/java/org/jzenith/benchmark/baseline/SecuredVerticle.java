package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.netty.buffer.Unpooled;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Answers {@code /json} for users with a role, by bearer tokens, on one event loop. New tokens are verified on the worker pool. */
final class SecuredVerticle extends AbstractVerticle implements Handler<HttpServerRequest> {

    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence SERVER = HttpHeaders.createOptimized("service");
    private static final CharSequence AUTHENTICATE = HttpHeaders.createOptimized("www-authenticate");
    private static final CharSequence CHALLENGE = HttpHeaders.createOptimized("Bearer realm=\"api\"");
    private static final ObjectWriter MESSAGE_WRITER =
            JsonMapper.builder().build().writerFor(Message.class);
    private static final Buffer NOTHING = Buffer.buffer();
    private static final String SCHEME = "Bearer ";
    private static final String ROLE = "user";

    private final Settings settings;
    private final Feature features;
    private final BearerTokens tokens;
    private CharSequence date = "";

    SecuredVerticle(final Settings settings, final Feature features, final BearerTokens tokens) {
        this.settings = settings;
        this.features = features;
        this.tokens = tokens;
    }

    @Override
    public void start(final Promise<Void> started) {
        date = ResponseDate.now();
        vertx.setPeriodic(1000, id -> date = ResponseDate.now());
        vertx.createHttpServer(ServerOptions.create())
                .requestHandler(this)
                .listen(settings.port())
                .<Void>mapEmpty()
                .onComplete(started);
    }

    @Override
    public void handle(final HttpServerRequest request) {
        request.response().headers().add(HttpHeaders.SERVER, SERVER).add(HttpHeaders.DATE, date);
        final Exchange exchange = new Exchange(request);
        if (!features.apply(exchange)) {
            return;
        }
        if (!request.path().equals("/json") || !request.method().equals(HttpMethod.GET)) {
            end(request, 404);
            return;
        }
        final String field = request.headers().get(HttpHeaders.AUTHORIZATION);
        if (field == null || !field.startsWith(SCHEME)) {
            unauthorized(request);
            return;
        }
        final String token = field.substring(SCHEME.length());
        final TokenDigest digest = TokenDigest.of(token);
        final VerifiedUser known = tokens.known(digest);
        if (known != null) {
            answer(exchange, known);
        } else {
            vertx.<@Nullable VerifiedUser>executeBlocking(() -> tokens.verify(digest, token), false)
                    .onComplete(verified -> answer(exchange, verified.result()));
        }
    }

    private static void answer(final Exchange exchange, final @Nullable VerifiedUser user) {
        if (user == null) {
            unauthorized(exchange.request());
            return;
        }
        exchange.setUser(user);
        if (!user.roles().contains(ROLE)) {
            end(exchange.request(), 403);
            return;
        }
        try {
            final byte[] body = MESSAGE_WRITER.writeValueAsBytes(new Message("Hello, World!"));
            exchange.request().response().headers().add(HttpHeaders.CONTENT_TYPE, JSON);
            exchange.request().response().end(BufferImpl.buffer(Unpooled.wrappedBuffer(body)), null);
        } catch (final JsonProcessingException e) {
            end(exchange.request(), 500);
        }
    }

    private static void unauthorized(final HttpServerRequest request) {
        request.response().headers().add(AUTHENTICATE, CHALLENGE);
        end(request, 401);
    }

    private static void end(final HttpServerRequest request, final int status) {
        request.response().setStatusCode(status).end(NOTHING, null);
    }
}
