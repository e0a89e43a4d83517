package org.jzenith.kafka.internal.connection;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.kafka.error.KafkaUnavailableException;
import org.jzenith.kafka.internal.configuration.ClientSettings;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;

/**
 * The settings of the library for this application, with addresses, TLS, SASL and {@code kafka.client.*}, and one admin client. Safe for use by
 * many threads.
 */
@CheckReturnValue
public final class KafkaConnections {

    private static final String TLS = "kafka.tls";
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration CLOSE_LIMIT = Duration.ofMillis(500);
    private static final long LATER_MILLIS = 2_000;

    private final Vertx vertx;
    private final Configuration configuration;
    private final KafkaConfiguration settings;
    private final ClientSettings client;
    private final String instance;
    private final AtomicInteger clients = new AtomicInteger();
    private @Nullable ClientTls files;
    private volatile @Nullable TlsContext tls;
    private volatile @Nullable Admin admin;
    private volatile boolean closed;

    /** Prepares connections without opening any. */
    public KafkaConnections(final Vertx vertx, final Configuration configuration) {
        this.vertx = vertx;
        this.configuration = configuration;
        this.settings = configuration.get(KafkaConfiguration.class);
        this.client = new ClientSettings(configuration);
        this.instance = settings.clientId() + "-"
                + Integer.toHexString(ThreadLocalRandom.current().nextInt());
    }

    /**
     * Finds what is wrong with the settings of TLS and SASL. Blocks.
     *
     * @return empty if they can be used
     */
    public static List<StartProblem> securityProblems(final Configuration configuration) {
        final KafkaConfiguration settings = configuration.get(KafkaConfiguration.class);
        final List<StartProblem> problems = new ArrayList<>(new SaslSettings(settings.sasl()).problems(configuration));
        if (settings.tls().enabled()) {
            problems.addAll(ClientTls.problems(settings.tls(), TLS, configuration));
        }
        return problems;
    }

    /**
     * Returns the settings of a client of the library, to which the caller adds what its kind of client needs.
     *
     * @param kind {@code producer}, {@code consumer} or {@code admin}: settings that others have are left out
     * @return a new map by the library's names
     */
    public Map<String, Object> settings(final String kind) {
        final Map<String, Object> library = new HashMap<>(client.of(kind));
        final int timeout = Math.toIntExact(requestTimeout().toMillis());
        library.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        library.put(CommonClientConfigs.CLIENT_ID_CONFIG, instance + "-" + kind + "-" + clients.incrementAndGet());
        library.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, timeout);
        if (!kind.equals("producer")) {
            library.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, timeout);
        }
        final SaslSettings sasl = new SaslSettings(settings.sasl());
        sasl.addTo(library);
        final TlsContext context = tls;
        if (context != null) {
            library.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, TlsEngineFactory.class);
            library.put(TlsContext.SETTING, context);
        }
        library.put(
                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                (sasl.isOn() ? "SASL_" : "") + (context == null ? "PLAINTEXT" : "SSL"));
        return library;
    }

    /**
     * Returns a name that no other run of an application has.
     *
     * @return {@code kafka.client-id} with a random part
     */
    public String instance() {
        return instance;
    }

    /**
     * Returns the admin client. Its methods do not block; their futures complete on its own thread. See {@link KafkaFutures}.
     *
     * @return open from {@code prepare} of the plugin until its {@code close}
     * @throws KafkaUnavailableException while no name of a broker can be resolved, in an application that works without brokers
     */
    public Admin admin() {
        final Admin open = admin;
        if (open == null) {
            throw new KafkaUnavailableException(
                    "Cannot reach Kafka at " + servers() + ": none of these host names can be resolved.", null);
        }
        return open;
    }

    /**
     * Returns the time limit for a request.
     *
     * @return {@code kafka.request-timeout}
     */
    public Duration requestTimeout() {
        return settings.requestTimeout();
    }

    /**
     * Returns the addresses for messages.
     *
     * @return {@code kafka.bootstrap-servers}
     */
    public String servers() {
        return String.join(",", settings.bootstrapServers());
    }

    /** Reads the files of TLS, and follows their changes. Blocks. */
    public void openTls() {
        if (settings.tls().enabled()) {
            final ClientTls read = new ClientTls(settings.tls(), TLS, configuration);
            final TlsContext context =
                    new TlsContext(read.context(), settings.tls().protocols());
            read.watchContext(vertx, context::update);
            files = read;
            tls = context;
        }
    }

    /** Waits for a broker, up to {@code kafka.connect-timeout}. Blocks while names are resolved. */
    public Completable connectFirst() {
        return Completable.defer(() -> {
            final long end = System.nanoTime() + settings.connectTimeout().toNanos();
            final ReconnectPauses pauses = new ReconnectPauses(LONGEST_PAUSE);
            return Completable.defer(() -> ask(Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()))))
                    .retryWhen(errors -> errors.flatMap(error -> {
                        final long pause = pauses.next();
                        return isAway(error) && (end - System.nanoTime()) / 1_000_000 > pause
                                ? Flowable.timer(pause, TimeUnit.MILLISECONDS, Schedulers.io())
                                : Flowable.error(error);
                    }));
        });
    }

    private Completable ask(final Duration limit) {
        try {
            openAdmin();
        } catch (final RuntimeException e) {
            return Completable.error(unresolved(e));
        }
        return brokers(limit).ignoreElement();
    }

    private static Throwable unresolved(final RuntimeException error) {
        return isUnresolved(error)
                ? new KafkaUnavailableException("none of the host names can be resolved", error)
                : error;
    }

    private static boolean isUnresolved(final Throwable error) {
        final Throwable cause = error.getCause();
        return KafkaErrors.text(cause == null ? error : cause).contains("No resolvable bootstrap urls");
    }

    private synchronized void openAdmin() {
        if (admin == null && !closed) {
            admin = Admin.create(settings("admin"));
        }
    }

    /** Asks a broker for all brokers; returns their number. */
    public Single<Integer> brokers(final Duration limit) {
        final int millis = Math.toIntExact(Math.max(1, limit.toMillis()));
        return KafkaFutures.single(
                        "The brokers do not respond",
                        () -> admin().describeCluster(new DescribeClusterOptions().timeoutMs(millis))
                                .nodes())
                .map(Collection::size);
    }

    /** Returns true if the brokers may respond later; false if they refuse the user, or a setting is wrong. */
    public static boolean isAway(final Throwable error) {
        return error instanceof TemporarilyUnavailable || isUnresolved(error);
    }

    /** Opens the admin client as soon as a name can be resolved; it connects by itself. */
    public void openLater() {
        if (admin == null) {
            vertx.setTimer(
                    LATER_MILLIS,
                    timer -> vertx.executeBlocking(
                                    () -> {
                                        openAdmin();
                                        return true;
                                    },
                                    false)
                            .onFailure(error -> openLater()));
        }
    }

    /** Closes the admin client. Blocks for half a second at most. */
    public void close() {
        final Admin open;
        final ClientTls watched;
        synchronized (this) {
            closed = true;
            open = admin;
            watched = files;
        }
        if (watched != null) {
            watched.close();
        }
        if (open != null) {
            open.close(CLOSE_LIMIT);
        }
    }
}
