package org.jzenith.security.jwt.provider;

import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.security.authentication.Priority;
import org.jzenith.security.authentication.PriorityLimiter;

/**
 * Calls endpoints of an identity provider. A call has a time limit from its beginning to the last byte of the response, a response has a
 * largest size, and redirects are not followed. Safe for use by many threads.
 */
public final class ProviderClient implements AutoCloseable {

    private static final int MAX_RESPONSE = 256 * 1024;
    private static final int OK = 200;
    private static final int KEEP_ALIVE_SECONDS = 5;

    private final Vertx vertx;
    private final HttpClient client;
    private final Duration timeout;
    private final PriorityLimiter limiter;

    /**
     * Creates a client without connections.
     *
     * @param vertx the application's Vert.x
     * @param timeout the timeout of a call
     * @param connections number of calls at once
     * @param waiting number of calls that wait for a connection; more fail
     */
    public ProviderClient(final Vertx vertx, final Duration timeout, final int connections, final int waiting) {
        this.vertx = vertx;
        this.timeout = timeout;
        this.limiter = new PriorityLimiter(
                connections, waiting, "More than " + waiting + " calls wait for the " + connections + " connections.");
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(connections)
                .setMaxWaitQueueSize(waiting)
                .setConnectTimeout((int) Math.min(Integer.MAX_VALUE, timeout.toMillis()))
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS));
    }

    /**
     * Calls an endpoint for all clients together.
     *
     * @param method the HTTP method
     * @param url the URL of the endpoint
     * @param headers the headers of the request
     * @param body null for none
     * @return as for a call of one client
     */
    public Future<Buffer> send(
            final HttpMethod method, final URI url, final Map<String, String> headers, final @Nullable Buffer body) {
        return send(method, url, headers, body, Priority.KNOWN_CREDENTIALS);
    }

    /**
     * Calls an endpoint for one client.
     *
     * @param method the HTTP method
     * @param url the URL of the endpoint
     * @param headers the headers of the request
     * @param body null for none
     * @param priority the priority of the client
     * @return the body of a response with the status 200; fails with a {@link ProviderUnavailableException}. It is completed on an event
     *     loop
     */
    public Future<Buffer> send(
            final HttpMethod method,
            final URI url,
            final Map<String, String> headers,
            final @Nullable Buffer body,
            final Priority priority) {
        final Call call = new Call(url);
        vertx.getOrCreateContext().runOnContext(none -> call.begin(method, headers, body, priority));
        return call.promise.future();
    }

    @Override
    public void close() {
        client.close();
    }

    /** A call. Used on one event loop. */
    private final class Call {

        private final URI url;
        private final Promise<Buffer> promise = Promise.promise();
        private final Buffer received = Buffer.buffer();
        private long timer;
        private @Nullable HttpClientRequest sent;
        private Disposable turn = Disposables.disposed();

        Call(final URI url) {
            this.url = url;
        }

        void begin(
                final HttpMethod method,
                final Map<String, String> headers,
                final @Nullable Buffer body,
                final Priority priority) {
            timer = vertx.setTimer(
                    Math.max(1, timeout.toMillis()),
                    none -> fail("did not answer within " + timeout.toMillis() + " ms", null));
            final RequestOptions options =
                    new RequestOptions().setMethod(method).setAbsoluteURI(url.toASCIIString());
            headers.forEach(options::addHeader);
            turn = limiter.run(priority, RxFuture.single(() -> connect(options, body == null ? Buffer.buffer() : body)))
                    .subscribe(answer -> {}, error -> fail("cannot be asked", error));
        }

        private Future<Buffer> connect(final RequestOptions options, final Buffer body) {
            client.request(options).onComplete(opened -> {
                if (opened.failed()) {
                    fail("cannot be reached", opened.cause());
                } else if (promise.future().isComplete()) {
                    opened.result().reset();
                } else {
                    send(opened.result(), body);
                }
            });
            return promise.future();
        }

        private void send(final HttpClientRequest request, final Buffer body) {
            sent = request;
            request.send(body).onComplete(answered -> {
                if (answered.failed()) {
                    fail("did not answer", answered.cause());
                } else if (!promise.future().isComplete()) {
                    receive(answered.result());
                }
            });
        }

        private void receive(final HttpClientResponse response) {
            // Vert.x logs the reset of a response that has no handler for it
            response.exceptionHandler(error -> fail("broke its response off", error));
            if (response.statusCode() != OK) {
                fail("answered with the status " + response.statusCode(), null);
                return;
            }
            response.handler(part -> {
                if (received.length() + part.length() > MAX_RESPONSE) {
                    fail("sent more than " + MAX_RESPONSE + " bytes", null);
                } else if (!promise.future().isComplete()) {
                    received.appendBuffer(part);
                }
            });
            response.endHandler(none -> {
                if (promise.tryComplete(received)) {
                    vertx.cancelTimer(timer);
                }
            });
        }

        private void fail(final String what, final @Nullable Throwable cause) {
            if (promise.tryFail(new ProviderUnavailableException(
                    url + " " + what + (cause == null ? "." : ": " + cause.getMessage()), cause))) {
                vertx.cancelTimer(timer);
                turn.dispose();
                final HttpClientRequest request = sent;
                if (request != null) {
                    request.reset();
                    request.connection().close();
                }
            }
        }
    }
}
