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

/** Requests that an application sends to itself in a training run. Any answer will do. */
final class OwnRequests {

    private OwnRequests() {}

    static Completable send(final Injector injector, final List<String> paths) {
        final URI door = injector.getInstance(House.class).server().address();
        return Completable.using(
                injector.getInstance(Vertx.class)::createHttpClient,
                client -> Flowable.fromIterable(paths).concatMapCompletable(path -> get(client, door, path)),
                HttpClient::close);
    }

    private static Completable get(final HttpClient client, final URI door, final String path) {
        return RxFuture.completable(() -> client.request(HttpMethod.GET, door.getPort(), door.getHost(), path)
                .compose(HttpClientRequest::send)
                .compose(HttpClientResponse::body));
    }
}
