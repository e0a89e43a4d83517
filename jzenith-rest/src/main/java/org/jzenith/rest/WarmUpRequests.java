package org.jzenith.rest;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.List;
import org.jzenith.core.rx.RxFuture;

/** Requests that an application sends to itself in a training run. The status of a response does not matter. */
final class WarmUpRequests {

    private WarmUpRequests() {}

    static Completable send(final Injector injector, final List<String> paths) {
        final URI address = injector.getInstance(RestRuntime.class).server().address();
        return Completable.using(
                injector.getInstance(Vertx.class)::createHttpClient,
                client -> Flowable.fromIterable(paths).concatMapCompletable(path -> get(client, address, path)),
                HttpClient::close);
    }

    private static Completable get(final HttpClient client, final URI address, final String path) {
        return RxFuture.completable(() -> client.request(HttpMethod.GET, address.getPort(), address.getHost(), path)
                .compose(HttpClientRequest::send)
                .compose(HttpClientResponse::body));
    }
}
