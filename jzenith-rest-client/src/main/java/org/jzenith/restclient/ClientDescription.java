package org.jzenith.restclient;

import jakarta.ws.rs.ext.ParamConverterProvider;
import java.util.List;

/**
 * A client as the application describes it.
 *
 * @param type the interface
 * @param name of the client
 * @param line that made it
 * @param named true if the interface is bound with the name
 * @param converters of parameters
 */
record ClientDescription(
        Class<?> type, String name, String line, boolean named, List<ParamConverterProvider> converters) {}
