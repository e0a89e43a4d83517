package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpServerRequest;

/** A request and what its {@link Feature features} tell each other. Belongs to an event loop. */
final class Exchange {

    private final HttpServerRequest request;
    private final long begun = System.nanoTime();
    private String id = "";
    private String user = "";

    Exchange(final HttpServerRequest request) {
        this.request = request;
    }

    HttpServerRequest request() {
        return request;
    }

    long begun() {
        return begun;
    }

    String id() {
        return id;
    }

    void setId(final String newId) {
        id = newId;
    }

    /** The name of the user; empty for an anonymous one. */
    String user() {
        return user;
    }

    void setUser(final String name) {
        user = name;
    }
}
