package org.jzenith.restclient;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.util.List;
import java.util.Objects;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.restclient.filter.OutboundRequestFilter;
import org.jzenith.restclient.filter.OutboundResponseFilter;

/** Describes a client; {@link RestClientPlugin} creates the description. Immutable. */
@CheckReturnValue
public final class RestClient implements PluginSource {

    private final ClientDescription client;

    RestClient(final ClientDescription client) {
        this.client = client;
    }

    /**
     * Binds the interface with {@code @Named} and the client's name, for an application with several clients of one interface.
     *
     * @return a changed copy
     */
    public RestClient withNamedBinding() {
        return new RestClient(client.withName());
    }

    /**
     * Adds converters for the parameters of methods, as in resources.
     *
     * @param added tried in this order, before the built-in conversions
     * @return a changed copy
     */
    public RestClient withConverters(final ParamConverterProvider... added) {
        return new RestClient(client.withConverters(List.of(added)));
    }

    /**
     * Adds a header to all calls. A parameter of the method or the setting {@code rest-client.NAME.headers.HEADER} overrides it. Put
     * secrets into the settings, not into the code.
     *
     * @param name the name of the header; a header that the client sets itself, such as {@code Host}, fails startup
     * @param value the value of the header
     * @return a changed copy
     */
    public RestClient withHeader(final String name, final String value) {
        return new RestClient(
                client.withHeader(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value")));
    }

    /**
     * Adds a request filter. Filters run in the order in which they are added, after the default headers and before the access token.
     *
     * @param filter runs for each attempt of a call
     * @return a changed copy
     */
    public RestClient withRequestFilter(final OutboundRequestFilter filter) {
        return new RestClient(client.withRequestFilter(filter));
    }

    /**
     * Adds a request filter that Guice creates once. It needs no binding.
     *
     * @param filter the class of the filter; its dependencies are injected, as in a resource
     * @return a changed copy
     */
    public RestClient withRequestFilter(final Class<? extends OutboundRequestFilter> filter) {
        return new RestClient(client.withRequestFilter(filter));
    }

    /**
     * Adds a response filter. Filters run in the order in which they are added.
     *
     * @param filter runs for each response, including responses with an error status
     * @return a changed copy
     */
    public RestClient withResponseFilter(final OutboundResponseFilter filter) {
        return new RestClient(client.withResponseFilter(filter));
    }

    /**
     * Adds a response filter that Guice creates once. It needs no binding.
     *
     * @param filter the class of the filter; its dependencies are injected, as in a resource
     * @return a changed copy
     */
    public RestClient withResponseFilter(final Class<? extends OutboundResponseFilter> filter) {
        return new RestClient(client.withResponseFilter(filter));
    }

    /**
     * Adds the health check {@code rest-client.NAME}, which calls the service. If the service does not respond, or responds with a status
     * of 300 or higher, the check is degraded and the application stays ready.
     *
     * @param path below the base URL, such as {@code /health}
     * @return a changed copy
     */
    public RestClient withHealthCheck(final String path) {
        return new RestClient(client.withHealthPath(Objects.requireNonNull(path, "path")));
    }

    @Override
    public Plugin plugin() {
        return new RestClientPhases(client);
    }
}
