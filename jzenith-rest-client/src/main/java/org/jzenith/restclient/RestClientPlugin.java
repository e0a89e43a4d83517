package org.jzenith.restclient;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.start.CallerLine;

/**
 * A client of another service, made of an interface with the annotations of Jakarta REST:
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
 * <p>The application injects {@code StockApi}; the setting {@code rest-client.stock.url} is required. A call is sent when its result is
 * subscribed, and ended when it is disposed. Failed calls fail with a {@link org.jzenith.restclient.response.RemoteCallException}.
 * Immutable.
 */
@CheckReturnValue
public final class RestClientPlugin implements PluginSource {

    private final @Nullable Class<?> type;
    private final String name;
    private final String line;
    private final boolean named;
    private final List<ParamConverterProvider> converters;

    private RestClientPlugin(
            final @Nullable Class<?> type,
            final String name,
            final String line,
            final boolean named,
            final List<ParamConverterProvider> converters) {
        this.type = type;
        this.name = name;
        this.line = line;
        this.named = named;
        this.converters = List.copyOf(converters);
    }

    /**
     * Creates a client.
     *
     * @param type the interface; its methods return a {@code Single}, {@code Maybe}, {@code Completable} or {@code Flowable}
     * @param name lower-case letters, digits and hyphens; its settings are {@code rest-client.NAME.url} and so on
     * @return a client without converters
     */
    public static RestClientPlugin of(final Class<?> type, final String name) {
        return new RestClientPlugin(
                Objects.requireNonNull(type, "type"),
                Objects.requireNonNull(name, "name"),
                CallerLine.of(RestClientPlugin.class),
                false,
                List.of());
    }

    /**
     * Creates a client of Jakarta REST itself: the application injects {@code @Named(name) WebTarget}, whose base is the URL. It needs
     * {@code resteasy-client-vertx} and {@code resteasy-rxjava2} on the class path, and has neither retries, breaker, deadlines nor
     * back-pressure.
     *
     * @param name lower-case letters, digits and hyphens; its settings are {@code rest-client.NAME.url} and so on
     * @return a client for {@code rx(SingleRxInvoker.class)} and the like
     */
    public static RestClientPlugin standard(final String name) {
        return new RestClientPlugin(
                null, Objects.requireNonNull(name, "name"), CallerLine.of(RestClientPlugin.class), true, List.of());
    }

    /**
     * Binds the interface with {@code @Named} and the client's name, for an application with several clients of one interface.
     *
     * @return a changed copy
     */
    public RestClientPlugin withNamedBinding() {
        return new RestClientPlugin(type, name, line, true, converters);
    }

    /**
     * Adds converters of parameters, as resources have them.
     *
     * @param added asked in this order, before the built-in texts
     * @return a changed copy
     */
    public RestClientPlugin withConverters(final ParamConverterProvider... added) {
        final List<ParamConverterProvider> all = new ArrayList<>(converters);
        all.addAll(List.of(added));
        return new RestClientPlugin(type, name, line, named, all);
    }

    @Override
    public Plugin plugin() {
        return new ClientPlugin(new ClientDescription(type, name, line, named, converters));
    }
}
