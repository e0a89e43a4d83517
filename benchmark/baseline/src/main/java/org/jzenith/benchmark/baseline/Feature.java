package org.jzenith.benchmark.baseline;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work on each request before that of its path: headers, checks, a line of a log. A feature belongs to an event
 * loop. Names of headers have no capitals, as HTTP/2 wants them.
 */
@FunctionalInterface
interface Feature {

    /**
     * Applies the feature to a request.
     *
     * @return false if the feature has responded to the request
     */
    boolean apply(Exchange exchange);

    /** The features that the settings ask for, one after the other. A further one is one line. */
    static Feature of(
            final Settings settings,
            final @Nullable AccessLines accessLines,
            final @Nullable Observation observation,
            final @Nullable BearerTokens tokens) {
        final List<Feature> features = new ArrayList<>();
        if (observation != null) {
            features.addAll(observation.features());
        }
        if (accessLines != null) {
            features.add(accessLines);
        }
        features.add(new RequestIds());
        if (settings.securityHeaders()) {
            features.add(header("x-content-type-options", "nosniff"));
            features.add(header("x-frame-options", "DENY"));
        }
        if (!settings.origin().isEmpty()) {
            features.add(cors(settings.origin()));
        }
        if (settings.isSum() && tokens != null) {
            features.add(new Authentication(tokens));
        }
        if (settings.isSum()) {
            features.add(header("x-service-version", settings.version()));
            features.add(token(settings.token()));
        }
        if (settings.isSum() && tokens != null) {
            features.add(Authentication::authorize);
        }
        final Feature[] all = features.toArray(Feature[]::new);
        return exchange -> {
            for (final Feature feature : all) {
                if (!feature.apply(exchange)) {
                    return false;
                }
            }
            return true;
        };
    }

    private static Feature header(final String name, final String value) {
        final CharSequence header = HttpHeaders.createOptimized(name);
        final CharSequence content = HttpHeaders.createOptimized(value);
        return exchange -> {
            exchange.request().response().headers().add(header, content);
            return true;
        };
    }

    private static Feature cors(final String origin) {
        return exchange -> {
            final String asking = exchange.request().headers().get(HttpHeaders.ORIGIN);
            if (origin.equals(asking)) {
                exchange.request().response().headers().add(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, asking);
            }
            exchange.request().response().headers().add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
            return true;
        };
    }

    private static Feature token(final String token) {
        final CharSequence header = HttpHeaders.createOptimized("x-api-token");
        final Buffer nothing = Buffer.buffer();
        return exchange -> {
            if (token.equals(exchange.request().headers().get(header))) {
                return true;
            }
            exchange.request().response().setStatusCode(401).end(nothing, null);
            return false;
        };
    }
}
