package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.reactivex.SingleEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.start.Authority;
import org.jzenith.security.authentication.Priority;
import org.jzenith.security.authentication.PriorityLimiter;

/**
 * Sends requests to the provider, over HTTPS except on loopback addresses. Responses are limited in time and size, and redirects are not
 * followed. Safe for use by many threads.
 */
@Singleton
@CheckReturnValue
final class ProviderHttp {

    private static final int MOST_BYTES = 512 * 1024;
    private static final int POOL = 8;
    private static final int MOST_WAITING = 256;
    private static final int IDLE_SECONDS = 30;

    private final HttpClient client;
    private final PriorityLimiter limiter = new PriorityLimiter(
            POOL, MOST_WAITING, "More than " + MOST_WAITING + " calls wait for the " + POOL + " connections.");
    private final long timeoutMillis;

    @Inject
    ProviderHttp(final Vertx vertx, final OidcConfiguration configuration) {
        this.timeoutMillis = configuration.timeout().toMillis();
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(POOL)
                .setMaxWaitQueueSize(MOST_WAITING)
                .setConnectTimeout((int) Math.min(timeoutMillis, Integer.MAX_VALUE))
                .setIdleTimeout(IDLE_SECONDS));
    }

    /** Returns true for an address at which tokens and secrets may be sent. */
    static boolean isSafe(final URI uri) {
        final String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        final Authority authority = Authority.of(uri);
        return authority != null
                && authority.userInfo() == null
                && (scheme.equals("https") || (scheme.equals("http") && authority.isLoopback()));
    }

    /** Gets a document, for which all clients wait. Fails with a {@link ProviderException} unless the status is 200. */
    Single<String> get(final URI uri) {
        return send(HttpMethod.GET, uri, Map.of("Accept", List.of("application/json")), "", Priority.KNOWN_CREDENTIALS)
                .map(response -> {
                    if (response.getStatusCode() != HTTPResponse.SC_OK) {
                        throw ProviderException.unavailable(
                                uri + " responded with the status " + response.getStatusCode());
                    }
                    return response.getBody();
                });
    }

    /** Sends a request of the SDK, for a client with a priority. */
    Single<HTTPResponse> send(final HTTPRequest request, final Priority priority) {
        try {
            return send(
                    HttpMethod.valueOf(request.getMethod().name()),
                    request.getURL().toURI(),
                    request.getHeaderMap(),
                    String.valueOf(request.getBody()),
                    priority);
        } catch (final URISyntaxException e) {
            return Single.error(ProviderException.unavailable("The address of the provider is malformed."));
        }
    }

    private Single<HTTPResponse> send(
            final HttpMethod method,
            final URI uri,
            final Map<String, List<String>> headers,
            final String body,
            final Priority priority) {
        if (!isSafe(uri)) {
            return Single.error(ProviderException.unavailable(
                    "The provider names the address " + uri + ", which is not HTTPS. Nothing was sent to it."));
        }
        final Single<HTTPResponse> call = Single.create(emitter -> {
            final RequestOptions options = new RequestOptions()
                    .setMethod(method)
                    .setAbsoluteURI(Authority.ascii(uri).toString())
                    .setFollowRedirects(false);
            client.request(options).onComplete(opened -> {
                if (opened.failed()) {
                    emitter.tryOnError(failure(uri, opened.cause()));
                } else {
                    exchange(opened.result(), headers, body, uri, emitter);
                }
            });
        });
        return limiter.run(priority, call)
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .onErrorResumeNext(error -> Single.error(failure(uri, error)));
    }

    private static void exchange(
            final HttpClientRequest request,
            final Map<String, List<String>> headers,
            final String body,
            final URI uri,
            final SingleEmitter<HTTPResponse> emitter) {
        if (emitter.isDisposed()) {
            request.reset();
            return;
        }
        final AtomicBoolean ended = new AtomicBoolean();
        emitter.setCancellable(() -> {
            if (!ended.get()) {
                request.reset();
            }
        });
        request.exceptionHandler(error -> emitter.tryOnError(failure(uri, error)));
        headers.forEach((name, values) -> request.putHeader(name, values));
        request.response().onComplete(responded -> {
            if (responded.failed()) {
                emitter.tryOnError(failure(uri, responded.cause()));
            } else {
                read(responded.result(), uri, ended, emitter);
            }
        });
        request.end(Buffer.buffer(body));
    }

    private static void read(
            final HttpClientResponse response,
            final URI uri,
            final AtomicBoolean ended,
            final SingleEmitter<HTTPResponse> emitter) {
        final Buffer content = Buffer.buffer();
        response.exceptionHandler(error -> emitter.tryOnError(failure(uri, error)));
        response.handler(piece -> {
            if (emitter.isDisposed()) {
                return;
            }
            if (content.length() + piece.length() > MOST_BYTES) {
                emitter.tryOnError(ProviderException.unavailable(
                        "The response of " + uri + " is larger than " + MOST_BYTES + " bytes."));
            } else {
                content.appendBuffer(piece);
            }
        });
        response.endHandler(end -> {
            ended.set(true);
            final HTTPResponse whole = new HTTPResponse(response.statusCode());
            try {
                final String type = response.getHeader("Content-Type");
                if (type != null) {
                    whole.setContentType(type);
                }
                whole.setBody(content.toString());
                emitter.onSuccess(whole);
            } catch (final ParseException e) {
                emitter.tryOnError(ProviderException.unavailable("The Content-Type of " + uri + " is malformed."));
            }
        });
    }

    private static Throwable failure(final URI uri, final Throwable error) {
        if (error instanceof ProviderException) {
            return error;
        }
        final String reason = error instanceof TimeoutException
                ? "did not respond in time"
                : "cannot be reached: " + error.getClass().getSimpleName() + ": " + error.getMessage();
        return ProviderException.unavailable(uri + " " + reason);
    }

    Completable close() {
        return RxFuture.completable(client::close);
    }
}
