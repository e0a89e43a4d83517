package org.jzenith.restclient.call;

import io.vertx.core.MultiMap;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jboss.resteasy.core.ResteasyContext;

/** The headers of the current request that travel on to the service, read where the call begins. Immutable. */
record ForwardedHeaders(List<String> fields) {

    private static final ForwardedHeaders NONE = new ForwardedHeaders(List.of());
    private static final String AUTHORIZATION = "Authorization";

    static ForwardedHeaders ofCurrentRequest(final ClientSettings settings) {
        if (settings.forwardedHeaders().isEmpty() && !settings.forwardToken()) {
            return NONE;
        }
        final HttpHeaders received = ResteasyContext.getContextData(HttpHeaders.class);
        if (received == null) {
            return NONE;
        }
        final List<String> fields = new ArrayList<>();
        for (final String name : settings.forwardedHeaders()) {
            add(fields, name, received.getHeaderString(name));
        }
        if (settings.forwardToken()) {
            final String token = received.getHeaderString(AUTHORIZATION);
            if (token != null && token.toLowerCase(Locale.ROOT).startsWith("bearer ")) {
                add(fields, AUTHORIZATION, token);
            }
        }
        return fields.isEmpty() ? NONE : new ForwardedHeaders(fields);
    }

    private static void add(final List<String> fields, final String name, final String value) {
        if (value != null) {
            fields.add(name);
            fields.add(value);
        }
    }

    /** Adds the headers that the call does not set itself. */
    void addTo(final MultiMap headers) {
        for (int i = 0; i < fields.size(); i += 2) {
            if (!headers.contains(fields.get(i))) {
                headers.add(fields.get(i), fields.get(i + 1));
            }
        }
    }
}
