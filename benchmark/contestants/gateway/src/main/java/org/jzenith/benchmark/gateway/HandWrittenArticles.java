package org.jzenith.benchmark.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.parsetools.RecordParser;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.rx.RxFuture;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The calls by hand, with time-out, cancellation, deadline and request id, as the REST client sends them. */
@Singleton
final class HandWrittenArticles implements ArticleApi {

    private static final long TIMEOUT_MILLIS = 10_000;

    private final HttpClient http;
    private final URI uri;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    @Inject
    HandWrittenArticles(final Vertx vertx, final ObjectMapper mapper, final Configuration configuration) {
        this.http = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(256));
        this.uri = URI.create(configuration.value("rest-client.articles.url").orElseThrow());
        this.reader = mapper.readerFor(Article.class);
        this.writer = mapper.writerFor(Article.class);
    }

    @Override
    public Single<Article> read(final String id) {
        return call(HttpMethod.GET, "/articles/" + id, Buffer.buffer());
    }

    @Override
    public Single<Article> send(final Article article) {
        try {
            return call(HttpMethod.POST, "/articles", Buffer.buffer(writer.writeValueAsBytes(article)));
        } catch (final JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Flowable<Article> all(final int count) {
        return RxFuture.single(() -> http.request(options(HttpMethod.GET, "/articles/all?count=" + count)
                                .putHeader("Accept", "application/x-ndjson"))
                        .compose(HttpClientRequest::send))
                .flatMapPublisher(response -> lines(response).map(this::decode));
    }

    /** The lines of a response, with the demand of the subscriber. */
    private static Flowable<Buffer> lines(final HttpClientResponse response) {
        final RecordParser parser = RecordParser.newDelimited("\n", response);
        parser.pause();
        return new Flowable<>() {
            @Override
            protected void subscribeActual(final Subscriber<? super Buffer> subscriber) {
                parser.exceptionHandler(subscriber::onError);
                parser.endHandler(none -> subscriber.onComplete());
                parser.handler(subscriber::onNext);
                subscriber.onSubscribe(new Subscription() {
                    @Override
                    public void request(final long lines) {
                        parser.fetch(lines);
                    }

                    @Override
                    public void cancel() {
                        response.request().reset();
                    }
                });
            }
        };
    }

    @Override
    public Single<Article> limited() {
        return call(HttpMethod.GET, "/articles/limited", Buffer.buffer());
    }

    private RequestOptions options(final HttpMethod method, final String path) {
        final RequestOptions options = new RequestOptions()
                .setMethod(method)
                .setHost(uri.getHost())
                .setPort(uri.getPort())
                .setURI(path)
                .setTimeout(TIMEOUT_MILLIS);
        final RequestDeadline deadline = RequestDeadline.current();
        options.putHeader(
                "X-Request-Deadline",
                Long.toString(Math.min(
                        TIMEOUT_MILLIS,
                        deadline.isNone()
                                ? TIMEOUT_MILLIS
                                : deadline.remaining().toMillis())));
        final RequestContext context = RequestContext.current();
        if (context != null) {
            options.putHeader("X-Request-Id", context.id());
        }
        return options;
    }

    private Single<Article> call(final HttpMethod method, final String path, final Buffer body) {
        final RequestOptions options = options(method, path).putHeader("Accept", "application/json");
        if (body.length() > 0) {
            options.putHeader("Content-Type", "application/json");
        }
        return RxFuture.single(() -> http.request(options), HttpClientRequest::reset)
                .flatMap(request -> RxFuture.single(() -> request.send(body)
                                .compose(response -> response.statusCode() == 200
                                        ? response.body()
                                        : Future.failedFuture("status " + response.statusCode())))
                        .doOnDispose(request::reset))
                .map(this::decode);
    }

    private Article decode(final Buffer body) {
        try {
            return reader.readValue(body.getBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
