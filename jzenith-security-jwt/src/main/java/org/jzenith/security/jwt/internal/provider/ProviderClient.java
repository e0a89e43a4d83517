package org.jzenith.security.jwt.internal.provider;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.security.internal.authentication.Priority;
import org.jzenith.security.internal.authentication.PriorityLimiter;

/**
 * Calls endpoints of an identity provider. A call has a time limit from its beginning to the last byte of the response, a response has a
 * largest size, and redirects are not followed. Safe for use by many threads.
 */
public final class ProviderClient implements AutoCloseable {

    private static final int MAX_RESPONSE = 512 * 1024;
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
                connections,
                waiting,
                "More than " + waiting + " calls wait for the " + connections + " connections to the provider.");
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(connections)
                .setMaxWaitQueueSize(waiting)
                .setConnectTimeout((int) Math.min(Integer.MAX_VALUE, timeout.toMillis()))
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS));
    }

    /**
     * Gets a document for all clients together.
     *
     * @param url the URL of the document
     * @param accept the accepted media types
     * @return as for a call of one client
     */
    public Future<Buffer> get(final URI url, final String accept) {
        return send(HttpMethod.GET, url, Map.of("Accept", accept), Buffer.buffer(), Priority.KNOWN_CREDENTIALS);
    }

    /**
     * Calls an endpoint for one client or for several ones that wait for the same response.
     *
     * @param method the HTTP method
     * @param url the URL of the endpoint
     * @param headers the headers of the request
     * @param body empty for none
     * @param priority the priority of the client
     * @return the body of a response with the status 200; fails with a {@link ProviderUnavailableException}. It is completed on an event
     *     loop
     */
    public Future<Buffer> send(
            final HttpMethod method,
            final URI url,
            final Map<String, String> headers,
            final Buffer body,
            final Priority priority) {
        return new Call(url)
                .begin(method, headers, body, priority)
                .compose(response -> response.status() == OK
                        ? Future.succeededFuture(response.body())
                        : Future.failedFuture(new ProviderUnavailableException(
                                url + " responded with the status " + response.status() + ".", null)));
    }

    /**
     * Calls an endpoint for one client. The call ends if the client leaves.
     *
     * @param method the HTTP method
     * @param url the URL of the endpoint
     * @param headers the headers of the request
     * @param body empty for none
     * @param priority the priority of the client
     * @return a response with any status; fails with a {@link ProviderUnavailableException}
     */
    @CheckReturnValue
    public Single<ProviderResponse> call(
            final HttpMethod method,
            final URI url,
            final Map<String, String> headers,
            final Buffer body,
            final Priority priority) {
        return Single.defer(() -> {
            final Call call = new Call(url);
            return RxFuture.single(() -> call.begin(method, headers, body, priority))
                    .doOnDispose(call::cancel);
        });
    }

    @Override
    public void close() {
        client.close();
    }

    /** A call. Used on one event loop. */
    private final class Call {

        private final URI url;
        private final Context context = vertx.getOrCreateContext();
        private final Promise<ProviderResponse> promise = Promise.promise();
        private final Buffer received = Buffer.buffer();
        private long timer;
        private @Nullable HttpClientRequest sent;
        private Disposable turn = Disposables.disposed();

        Call(final URI url) {
            this.url = url;
        }

        Future<ProviderResponse> begin(
                final HttpMethod method,
                final Map<String, String> headers,
                final Buffer body,
                final Priority priority) {
            context.runOnContext(none -> ask(method, headers, body, priority));
            return promise.future();
        }

        void cancel() {
            context.runOnContext(none -> fail("is no longer called", null));
        }

        private void ask(
                final HttpMethod method,
                final Map<String, String> headers,
                final Buffer body,
                final Priority priority) {
            timer = vertx.setTimer(
                    Math.max(1, timeout.toMillis()),
                    none -> fail("did not respond within " + timeout.toMillis() + " ms", null));
            final RequestOptions options =
                    new RequestOptions().setMethod(method).setAbsoluteURI(url.toASCIIString());
            headers.forEach(options::addHeader);
            turn = limiter.run(priority, RxFuture.single(() -> connect(options, body)))
                    .subscribe(answer -> {}, error -> fail("cannot be called", error));
        }

        private Future<ProviderResponse> connect(final RequestOptions options, final Buffer body) {
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
            response.exceptionHandler(error -> fail("did not complete its response", error));
            response.handler(part -> {
                if (received.length() + part.length() > MAX_RESPONSE) {
                    fail("sent more than " + MAX_RESPONSE + " bytes", null);
                } else if (!promise.future().isComplete()) {
                    received.appendBuffer(part);
                }
            });
            response.endHandler(none -> {
                if (promise.tryComplete(new ProviderResponse(
                        response.statusCode(), response.getHeader(HttpHeaders.CONTENT_TYPE), received))) {
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
