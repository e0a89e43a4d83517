package org.jzenith.http.internal.listener;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.rx.RxFuture;

/** Requests that an application sends to itself in a training run. The status of a response does not matter. */
final class WarmUpRequests {

    private WarmUpRequests() {}

    static Completable send(final Vertx vertx, final URI address, final List<String> paths) {
        return Completable.using(
                () -> vertx.createHttpClient(
                        new HttpClientOptions().setTrustAll(true).setVerifyHost(false)),
                client -> Flowable.fromIterable(paths).concatMapCompletable(path -> get(client, address, path)),
                HttpClient::close);
    }

    private static Completable get(final HttpClient client, final URI address, final String path) {
        final RequestOptions request = new RequestOptions().setURI(path);
        if (address.getScheme().equals("unix")) {
            request.setServer(SocketAddress.domainSocketAddress(address.getPath()));
        } else {
            final Authority authority = Objects.requireNonNull(Authority.of(address));
            request.setHost(authority.host())
                    .setPort(authority.port())
                    .setSsl(address.getScheme().equals("https"));
        }
        return RxFuture.completable(() ->
                        client.request(request).compose(sent -> sent.send().compose(HttpClientResponse::body)))
                .onErrorComplete(); // a listener may want a certificate, or a header of the PROXY protocol
    }
}
