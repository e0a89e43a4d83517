package org.jzenith.restclient;

import com.google.errorprone.annotations.CheckReturnValue;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;

/**
 * The description of a client, which {@link RestClientPlugin} begins. Immutable.
 */
@CheckReturnValue
public final class RestClient implements PluginSource {

    private final @Nullable Class<?> type;
    private final String name;
    private final String line;
    private final boolean named;
    private final List<ParamConverterProvider> converters;

    RestClient(
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
     * Binds the interface with {@code @Named} and the client's name, for an application with several clients of one interface.
     *
     * @return a changed copy
     */
    public RestClient withNamedBinding() {
        return new RestClient(type, name, line, true, converters);
    }

    /**
     * Adds converters of parameters, as resources have them.
     *
     * @param added asked in this order, before the built-in texts
     * @return a changed copy
     */
    public RestClient withConverters(final ParamConverterProvider... added) {
        final List<ParamConverterProvider> all = new ArrayList<>(converters);
        all.addAll(List.of(added));
        return new RestClient(type, name, line, named, all);
    }

    @Override
    public Plugin plugin() {
        return new RestClientPhases(new ClientDescription(type, name, line, named, converters));
    }
}
