package org.jzenith.docs.cookbook.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.UriBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.rx.RxFuture;

/** Asks the service of the stock over HTTP. */
final class HttpStock implements Stock {

    private record Article(int pieces) {}

    private final HttpClient http;
    private final ObjectMapper mapper;
    private final StockSettings settings;

    // region call
    @Inject
    HttpStock(final Vertx vertx, final ObjectMapper mapper, final StockSettings settings) {
        this.http = vertx.createHttpClient(
                new HttpClientOptions().setConnectTimeout(1_000), new PoolOptions().setHttp1MaxSize(50));
        this.mapper = mapper;
        this.settings = settings;
    }

    @Override
    public Maybe<Integer> pieces(final String article) {
        return RxFuture.single(() -> http.request(options(article)), HttpClientRequest::reset)
                .flatMap(request -> RxFuture.single(() -> request.send().compose(this::read))
                        .doFinally(request::reset))
                .timeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .doOnDispose(() -> RequestContext.currentDisposedIn("stock service"))
                .onErrorResumeNext(error -> Single.error(new StockUnavailableException(error)))
                .flatMapMaybe(found -> found.map(Maybe::just).orElse(Maybe.empty()));
    }

    private RequestOptions options(final String article) {
        final RequestOptions options = new RequestOptions()
                .setAbsoluteURI(UriBuilder.fromUri(settings.uri())
                        .path("articles/{article}")
                        .build(article)
                        .toString())
                .putHeader("Accept", "application/json");
        final RequestDeadline deadline = RequestDeadline.current();
        if (!deadline.isNone()) {
            // This request must time out first, to name the service.
            final Duration left = deadline.remaining().plusMillis(100);
            options.putHeader("X-Request-Deadline", Long.toString(left.toMillis()));
        }
        final RequestContext context = RequestContext.current();
        return context == null ? options : options.putHeader("X-Request-Id", context.id());
    }
    // endregion

    private Future<Optional<Integer>> read(final HttpClientResponse response) {
        return switch (response.statusCode()) {
            case 200 -> response.body().map(body -> Optional.of(pieces(body.getBytes())));
            case 404 -> response.end().map(Optional.empty());
            default ->
                response.end()
                        .compose(end ->
                                Future.failedFuture("The service of the stock answers " + response.statusCode() + "."));
        };
    }

    private int pieces(final byte[] json) {
        try {
            return mapper.readValue(json, Article.class).pieces();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
