package org.jzenith.restclient;

import jakarta.ws.rs.ext.ParamConverterProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client as the application describes it.
 *
 * @param type the interface; null for a client with the API of Jakarta REST
 * @param name the name of the client
 * @param line the line of code that describes the client
 * @param named true if the interface is bound with the name
 * @param converters the converters of parameters
 * @param headers the default headers
 * @param requestFilters objects, or classes that Guice creates
 * @param responseFilters objects, or classes that Guice creates
 * @param healthPath the path of the health check; null for none
 */
record ClientDescription(
        @Nullable Class<?> type,
        String name,
        String line,
        boolean named,
        List<ParamConverterProvider> converters,
        Map<String, String> headers,
        List<Object> requestFilters,
        List<Object> responseFilters,
        @Nullable String healthPath) {

    static ClientDescription of(final @Nullable Class<?> type, final String name, final String line) {
        return new ClientDescription(type, name, line, type == null, List.of(), Map.of(), List.of(), List.of(), null);
    }

    ClientDescription withName() {
        return new ClientDescription(
                type, name, line, true, converters, headers, requestFilters, responseFilters, healthPath);
    }

    ClientDescription withConverters(final List<ParamConverterProvider> added) {
        return new ClientDescription(
                type,
                name,
                line,
                named,
                joined(converters, added),
                headers,
                requestFilters,
                responseFilters,
                healthPath);
    }

    ClientDescription withHeader(final String header, final String value) {
        final Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new ClientDescription(
                type, name, line, named, converters, all, requestFilters, responseFilters, healthPath);
    }

    ClientDescription withRequestFilter(final Object filter) {
        return new ClientDescription(
                type,
                name,
                line,
                named,
                converters,
                headers,
                joined(requestFilters, List.of(filter)),
                responseFilters,
                healthPath);
    }

    ClientDescription withResponseFilter(final Object filter) {
        return new ClientDescription(
                type,
                name,
                line,
                named,
                converters,
                headers,
                requestFilters,
                joined(responseFilters, List.of(filter)),
                healthPath);
    }

    ClientDescription withHealthPath(final String path) {
        return new ClientDescription(
                type, name, line, named, converters, headers, requestFilters, responseFilters, path);
    }

    /** Returns the filters that Guice creates. */
    Set<Class<?>> filterClasses() {
        return Stream.concat(requestFilters.stream(), responseFilters.stream())
                .filter(Class.class::isInstance)
                .map(each -> (Class<?>) each)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    boolean hasFilters() {
        return !requestFilters.isEmpty() || !responseFilters.isEmpty();
    }

    private static <T> List<T> joined(final List<T> before, final List<? extends T> added) {
        final List<T> all = new ArrayList<>(before);
        all.addAll(added);
        return List.copyOf(all);
    }

    /** Leaves out the headers, whose values may be secrets. */
    @Override
    public String toString() {
        return "the client '" + name + "'";
    }
}
