package org.jzenith.benchmark.vertxweb;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** Constant responses. */
final class Greetings {

    private static final String GREETING = "Hello, World!";
    private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=UTF-8");

    void add(final Router router) {
        router.get("/plaintext").handler(Greetings::plaintext);
        router.get("/json").handler(context -> context.json(new Message(GREETING)));
    }

    private static void plaintext(final RoutingContext context) {
        context.response().headers().set(HttpHeaders.CONTENT_TYPE, TEXT);
        context.end(GREETING);
    }
}
