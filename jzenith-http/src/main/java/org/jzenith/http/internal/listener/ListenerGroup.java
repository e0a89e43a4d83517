package org.jzenith.http.internal.listener;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.ListenerRequests;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.connection.ListenerConnections;
import org.jzenith.http.internal.server.HttpListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of one plugin, which share their handlers and limits: one method for each phase of the plugin. Safe for use by many
 * threads.
 */
@CheckReturnValue
public final class ListenerGroup {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerGroup.class);

    private final Vertx vertx;
    private final ListenerRequests requests;
    private final ListenerConnections connections;
    private final List<HttpListener> all;
    private final Predicate<String> healthReaders;
    private final HttpConfiguration settings;
    private final Configuration configuration;

    /**
     * @param all the plugin's first listener, and the further ones
     * @param healthReaders the addresses of clients that may read why a check is down
     */
    ListenerGroup(
            final Vertx vertx,
            final ListenerRequests requests,
            final ListenerConnections connections,
            final List<HttpListener> all,
            final Predicate<String> healthReaders,
            final HttpConfiguration settings,
            final Configuration configuration) {
        this.vertx = vertx;
        this.requests = requests;
        this.connections = connections;
        this.all = all;
        this.healthReaders = healthReaders;
        this.settings = settings;
        this.configuration = configuration;
    }

    ListenerConnections connections() {
        return connections;
    }

    List<HttpListener> all() {
        return all;
    }

    ListenerRequests requests() {
        return requests;
    }

    /**
     * Tells whether a client may read why a health check is down.
     *
     * @param address its IP address; behind trusted proxies the one that they name
     * @return true if it is trusted by {@code rest.health.details-for}
     */
    public boolean showsHealthTo(final String address) {
        return healthReaders.test(address);
    }

    /**
     * Opens the access log and binds the ports.
     *
     * @param endpoints gets the address of each listener
     * @return completes when all listen; nothing is read before {@link #accept}
     */
    public Completable open(final Endpoints endpoints) {
        return Completable.fromAction(this::startAccessLog)
                .andThen(Completable.concat(all.stream()
                        .map(listener ->
                                listener.open().doOnComplete(() -> endpoints.add(listener.name(), listener.address())))
                        .toList()));
    }

    private void startAccessLog() {
        try {
            requests.startAccessLog();
        } catch (final IOException e) {
            throw new StartException(StartProblem.of("The access log cannot be written to '"
                            + settings.accessLog().output() + "'. " + e.getMessage())
                    .from(configuration.origin("rest.access-log.output").orElse(null))
                    .remedy("Set rest.access-log.output to stdout, logger, or the path of a file that the service may"
                            + " write, in a folder that exists.")
                    .causedBy(e));
        }
    }

    /** Serves requests from now on. */
    public void accept() {
        connections.release();
    }

    /**
     * Sends requests to the first listener in a training run. The status of a response does not matter.
     *
     * @param paths are requested one after another
     * @return completes after the last response
     */
    public Completable warmUp(final List<String> paths) {
        return WarmUpRequests.send(vertx, all.get(0).address(), paths);
    }

    /**
     * Announces the stop to clients. Does not wait.
     *
     * @param times the time until the ports close
     */
    public void announceStop(final JZenithConfiguration times) {
        connections.announceStop(times.stopDelay());
    }

    /**
     * Waits until all connections have ended with their last response, and ends the requests in flight at the time limit.
     *
     * @param times the time limit
     * @return completes when no request is in flight
     */
    public Completable drain(final JZenithConfiguration times) {
        final Duration limit = times.drainTimeout().plus(times.idleGrace().multipliedBy(2)); // as Lifecycle
        requests.tellStopping();
        return all.get(0) // for all
                .drain()
                .andThen(Completable.defer(requests::drained))
                .timeout(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS, Completable.fromAction(() -> {
                    LOGGER.warn(
                            "Requests in flight did not end within {} ms (jzenith.drain-timeout plus twice"
                                    + " jzenith.idle-grace); they get a 503.",
                            limit.toMillis());
                    requests.endRequests();
                }));
    }

    /**
     * Closes the ports and all connections, then the access log.
     *
     * @return completes when all is closed
     */
    public Completable close() {
        return Completable.mergeDelayError(all.stream().map(HttpListener::close).toList())
                .andThen(Completable.defer(requests::close));
    }
}
