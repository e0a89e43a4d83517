package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** Finds the users of requests by bearer tokens of a secret, and refuses wrong tokens. Belongs to an event loop. */
final class Authentication implements Feature {

    private static final CharSequence AUTHENTICATE = HttpHeaders.createOptimized("www-authenticate");
    private static final CharSequence CHALLENGE = HttpHeaders.createOptimized("Bearer realm=\"api\"");
    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writerFor(Problem.class);
    private static final String SCHEME = "Bearer ";
    private static final String ROLE = "user";

    private final BearerTokens tokens;

    Authentication(final BearerTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public boolean apply(final Exchange exchange) {
        final String field = exchange.request().headers().get(HttpHeaders.AUTHORIZATION);
        if (field == null) {
            return true;
        }
        final VerifiedUser user = field.startsWith(SCHEME) ? user(field.substring(SCHEME.length())) : null;
        if (user == null) {
            exchange.setUnrouted();
            return refuse(exchange, 401, "Unauthorized", "The credentials are wrong.");
        }
        exchange.setUser(user);
        return true;
    }

    private @Nullable VerifiedUser user(final String token) {
        final TokenDigest digest = TokenDigest.of(token);
        final VerifiedUser known = tokens.known(digest);
        return known == null ? tokens.verify(digest, token) : known;
    }

    /** The feature that lets requests of users with a role pass. */
    static boolean authorize(final Exchange exchange) {
        final VerifiedUser user = exchange.user();
        if (user == null) {
            return refuse(exchange, 401, "Unauthorized", "Authentication is required.");
        }
        return user.roles().contains(ROLE) || refuse(exchange, 403, "Forbidden", "You are not allowed to do this.");
    }

    private static boolean refuse(final Exchange exchange, final int status, final String title, final String detail) {
        final HttpServerResponse response = exchange.request().response().setStatusCode(status);
        response.headers().add(HttpHeaders.CONTENT_TYPE, PROBLEM);
        if (status == 401) {
            response.headers().add(AUTHENTICATE, CHALLENGE);
        }
        final Problem problem =
                Problem.of(status, title, detail, exchange.request().path());
        try {
            response.end(BufferImpl.buffer(Unpooled.wrappedBuffer(WRITER.writeValueAsBytes(problem))), null);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("A problem cannot be written.", e);
        }
        return false;
    }
}
