package org.jzenith.restclient;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.CallerLine;

/**
 * A client of another service, created from an interface with the annotations of Jakarta REST:
 *
 * <pre>{@code
 * @Path("/articles")
 * public interface StockApi {
 *     @GET
 *     @Path("/{id}")
 *     Maybe<Article> find(@PathParam("id") String id);
 * }
 *
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(ShopResource.class), RestClientPlugin.of(StockApi.class, "stock"))
 * }</pre>
 *
 * <p>The application injects {@code StockApi}; the setting {@code rest-client.stock.url} is required. The client sends a call when its
 * result is subscribed to, and ends the call when the subscription is disposed. A call that fails emits a {@link
 * org.jzenith.restclient.response.RemoteCallException}.
 */
@CheckReturnValue
public final class RestClientPlugin {

    private RestClientPlugin() {}

    /**
     * Describes a client.
     *
     * @param type the interface; its methods return a {@code Single}, {@code Maybe}, {@code Completable} or {@code Flowable}
     * @param name lower-case letters, digits and hyphens; its settings are {@code rest-client.NAME.url} and so on
     * @return a client without converters
     */
    public static RestClient of(final Class<?> type, final String name) {
        return client(Objects.requireNonNull(type, "type"), name, CallerLine.of(RestClientPlugin.class));
    }

    /**
     * Describes a client with the API of Jakarta REST: the application injects {@code @Named(name) WebTarget} for the base URL. The client
     * needs {@code resteasy-client-vertx} and {@code resteasy-rxjava2} on the class path. It has no retries, circuit breaker or deadlines.
     * Only responses that are read as an {@code InputStream} have back-pressure.
     *
     * @param name lower-case letters, digits and hyphens; its settings are {@code rest-client.NAME.url} and so on
     * @return a client for {@code rx(SingleRxInvoker.class)}
     */
    public static RestClient standard(final String name) {
        return client(null, name, CallerLine.of(RestClientPlugin.class));
    }

    private static RestClient client(final @Nullable Class<?> type, final String name, final String line) {
        return new RestClient(ClientDescription.of(type, Objects.requireNonNull(name, "name"), line));
    }
}
