package org.jzenith.benchmark.micro;

import java.io.IOException;
import org.jzenith.core.Application;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

/** An application on one event loop and a client of it: what two paths of it differ in is what a step costs. */
final class Steps implements AutoCloseable {

    /** So many in one write that waking up for them costs each of them little. */
    static final int DEPTH = 64;

    private final Application application;
    private final Client client;

    private Steps(final Application application, final Client client) {
        this.application = application;
        this.client = client;
    }

    static Steps start(final Class<?> resource, final boolean expressLane, final String path) throws IOException {
        final Application application = JZenith.application("--rest.port=0", "--rest.instances=1")
                .withPlugins(RestPlugin.withResources(resource))
                .withConfiguration("rest.express-lane", String.valueOf(expressLane))
                .run();
        return new Steps(application, Client.of(application.port(), path, DEPTH));
    }

    int ask() throws IOException {
        return client.ask();
    }

    @Override
    public void close() throws IOException {
        client.close();
        application.close();
    }
}
