package org.jzenith.restclient;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.util.List;
import java.util.stream.Stream;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;

/**
 * The description of a client, which {@link RestClientPlugin} begins. Immutable.
 */
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
        return new RestClient(
                new ClientDescription(client.type(), client.name(), client.line(), true, client.converters()));
    }

    /**
     * Adds converters of parameters, as resources have them.
     *
     * @param added asked in this order, before the built-in texts
     * @return a changed copy
     */
    public RestClient withConverters(final ParamConverterProvider... added) {
        final List<ParamConverterProvider> all = Stream.concat(client.converters().stream(), List.of(added).stream())
                .toList();
        return new RestClient(new ClientDescription(client.type(), client.name(), client.line(), client.named(), all));
    }

    @Override
    public Plugin plugin() {
        return new RestClientPhases(client);
    }
}
