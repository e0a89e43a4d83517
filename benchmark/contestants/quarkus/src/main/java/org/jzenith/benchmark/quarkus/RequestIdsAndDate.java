package org.jzenith.benchmark.quarkus;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Adds the headers X-Request-Id and Date, which Quarkus leaves to the application. */
@Singleton
public final class RequestIdsAndDate {

    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("X-Request-Id");
    private static final int FIRST = 1000;

    private final Vertx vertx;
    private volatile CharSequence date = date();

    @Inject
    RequestIdsAndDate(final Vertx vertx) {
        this.vertx = vertx;
    }

    void register(@Observes final Filters filters) {
        vertx.setPeriodic(1000, id -> date = date());
        filters.register(this::add, FIRST);
    }

    private void add(final RoutingContext context) {
        final @Nullable String given = context.request().headers().get(REQUEST_ID);
        final MultiMap headers = context.response().headers();
        headers.set(REQUEST_ID, given == null ? UUID.randomUUID().toString() : given);
        headers.set(HttpHeaders.DATE, date);
        context.next();
    }

    private static CharSequence date() {
        return HttpHeaders.createOptimized(
                DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    }
}
