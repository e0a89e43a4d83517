package org.jzenith.restclient.call;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.configuration.RestClientConfiguration;

/** The settings that each call reads, as primitives. Immutable. */
record ClientSettings(
        long connectMillis,
        long requestMillis,
        long idleMillis,
        int maxResponse,
        int redirects,
        boolean compression,
        boolean forwardToken,
        boolean reconnectsEvents,
        @Nullable String deadlineHeader,
        @Nullable String requestIdHeader,
        List<String> forwardedHeaders) {

    /** @param notForwarded names of headers in lower case */
    static ClientSettings of(final RestClientConfiguration settings, final Set<String> notForwarded) {
        return new ClientSettings(
                settings.connectTimeout().toMillis(),
                settings.requestTimeout().toMillis(),
                settings.idleTimeout().toMillis(),
                settings.maxResponseSize().toInt(),
                settings.redirects(),
                settings.compression(),
                settings.forwardToken(),
                settings.sseReconnect(),
                settings.deadlineHeader().orElse(null),
                settings.requestIdHeader().orElse(null),
                settings.forwardedHeaders().orElse(List.of()).stream()
                        .filter(name -> !notForwarded.contains(name.toLowerCase(Locale.ROOT)))
                        .toList());
    }
}
