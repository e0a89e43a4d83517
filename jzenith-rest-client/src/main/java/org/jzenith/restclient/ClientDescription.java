package org.jzenith.restclient;

import jakarta.ws.rs.ext.ParamConverterProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client as the application describes it.
 *
 * @param type the interface; null for a client of Jakarta REST itself
 * @param name of the client
 * @param line that made it
 * @param named true if the interface is bound with the name
 * @param converters of parameters
 */
record ClientDescription(
        @Nullable Class<?> type, String name, String line, boolean named, List<ParamConverterProvider> converters) {}
