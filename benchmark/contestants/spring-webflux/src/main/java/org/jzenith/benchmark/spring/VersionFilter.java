package org.jzenith.benchmark.spring;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Adds the version of the service to each response, if requests need a token. */
@Component
@Order(-1)
@ConditionalOnProperty("sum.token")
class VersionFilter implements WebFilter {

    @Override
    public Mono<Void> filter(final ServerWebExchange exchange, final WebFilterChain chain) {
        exchange.getResponse().beforeCommit(() -> {
            exchange.getResponse().getHeaders().set("X-Service-Version", "1.4.2");
            return Mono.empty();
        });
        return chain.filter(exchange);
    }
}
