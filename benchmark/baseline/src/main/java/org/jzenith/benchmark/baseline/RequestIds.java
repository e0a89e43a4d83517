package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpHeaders;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Names requests: by the client's id if it is harmless, or by a new one. Belongs to an event loop. */
final class RequestIds implements Feature {

    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");
    private static final int MOST = 64;
    private static final long FIRST = 10_000_000;

    private final String prefix = Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE)
                    .substring(4)
            + '-';
    private long number = FIRST;

    @Override
    public boolean apply(final Exchange exchange) {
        exchange.setId(of(exchange.request().headers().get(REQUEST_ID)));
        exchange.request().response().headers().add(REQUEST_ID, exchange.id());
        return true;
    }

    private String of(final @Nullable String given) {
        return given != null && isHarmless(given) ? given : prefix + number++;
    }

    private static boolean isHarmless(final String id) {
        for (int i = 0; i < id.length(); i++) {
            final char c = id.charAt(i);
            if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
                    && c != '-'
                    && c != '_'
                    && c != '.') {
                return false;
            }
        }
        return !id.isEmpty() && id.length() <= MOST;
    }
}
