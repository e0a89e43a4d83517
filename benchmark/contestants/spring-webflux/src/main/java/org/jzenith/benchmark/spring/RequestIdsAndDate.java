package org.jzenith.benchmark.spring;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Adds the headers X-Request-Id, Date and Server, which WebFlux leaves to the application. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestIdsAndDate implements WebFilter {

    static final String REQUEST_ID = "X-Request-Id";

    private volatile String date = date();

    @Override
    public Mono<Void> filter(final ServerWebExchange exchange, final WebFilterChain chain) {
        final @Nullable String given = exchange.getRequest().getHeaders().getFirst(REQUEST_ID);
        final HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.set(REQUEST_ID, given == null ? UUID.randomUUID().toString() : given);
        headers.set(HttpHeaders.DATE, date);
        headers.set(HttpHeaders.SERVER, "spring-webflux");
        return chain.filter(exchange);
    }

    @Scheduled(fixedRate = 1000)
    void renewDate() {
        date = date();
    }

    private static String date() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    }
}
