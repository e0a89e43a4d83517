package org.jzenith.benchmark.spring;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Lets requests with the configured token pass, if there is one. */
@Component
@Order(0)
@ConditionalOnProperty("sum.token")
class TokenFilter implements WebFilter {

    private final String token;

    TokenFilter(@Value("${sum.token}") final String token) {
        this.token = token;
    }

    @Override
    public Mono<Void> filter(final ServerWebExchange exchange, final WebFilterChain chain) {
        if (token.equals(exchange.getRequest().getHeaders().getFirst("X-Api-Token"))) {
            return chain.filter(exchange);
        }
        exchange.getResponse().setStatusCode(HttpStatus.UNAUTHORIZED);
        return exchange.getResponse().setComplete();
    }
}
