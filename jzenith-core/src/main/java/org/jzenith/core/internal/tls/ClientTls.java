package org.jzenith.core.internal.tls;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.SSLOptions;
import io.vertx.core.net.TCPSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of one client, of Vert.x or of a library that takes a context of the JDK. While the client is open, changed files are taken: connections
 * that start afterwards use them, the others keep theirs. Safe for use by many threads.
 */
public final class ClientTls {

    private static final Logger LOGGER = LoggerFactory.getLogger(ClientTls.class);
    private static final char[] IN_MEMORY = new char[0];

    private final ClientTlsConfiguration settings;
    private final String prefix;
    private final Configuration configuration;
    private final FileContents first;
    private final Loaded loaded;
    private volatile @Nullable FileWatch watch;

    /** Null where the JVM's defaults hold. */
    private record Loaded(
            @Nullable TrustManager trust, @Nullable X509KeyManager keys) {

        void set(final SSLOptions options) {
            if (trust != null) {
                options.setTrustOptions(TrustOptions.wrap(trust));
            }
            if (keys != null) {
                options.setKeyCertOptions(KeyCertOptions.wrap(keys));
            }
        }

        SSLContext context() {
            try {
                final SSLContext context = SSLContext.getInstance("TLS");
                context.init(
                        keys == null ? null : new KeyManager[] {keys},
                        trust == null ? null : new TrustManager[] {trust},
                        null);
                return context;
            } catch (final GeneralSecurityException e) {
                throw new IllegalStateException("The JVM cannot set up TLS: " + e.getMessage() + ".", e);
            }
        }
    }

    /**
     * Reads the files in the settings. Blocks.
     *
     * @param settings the settings of the client
     * @param prefix the prefix of their keys, for example {@code redis.tls}
     * @param configuration names the sources of values in problems
     * @throws StartException with all problems of the files
     */
    public ClientTls(final ClientTlsConfiguration settings, final String prefix, final Configuration configuration) {
        this.settings = settings;
        this.prefix = prefix;
        this.configuration = configuration;
        this.first = FileContents.read(paths(settings));
        this.loaded = load(first);
    }

    /**
     * Finds what is wrong with the files in the settings. Blocks.
     *
     * @param settings as in the constructor
     * @param prefix as in the constructor
     * @param configuration as in the constructor
     * @return empty if the files can be used
     */
    public static List<StartProblem> problems(
            final ClientTlsConfiguration settings, final String prefix, final Configuration configuration) {
        try {
            new ClientTls(settings, prefix, configuration).close();
            return List.of();
        } catch (final StartException e) {
            return e.problems();
        }
    }

    private static Set<Path> paths(final ClientTlsConfiguration settings) {
        final Set<Path> paths = new LinkedHashSet<>(CertificateFiles.files(settings));
        settings.trustedCertificates().ifPresent(paths::add);
        return paths;
    }

    private Loaded load(final FileContents files) {
        final CertificateReader reader = new CertificateReader(configuration, files);
        final List<X509Certificate> trusted = settings.trustedCertificates()
                .map(file -> reader.certificates(prefix + ".trusted-certificates", file))
                .orElse(List.of());
        final List<CertifiedKey> keys =
                CertificateFiles.files(settings).isEmpty() ? List.of() : reader.keys(settings, prefix);
        if (!reader.problems().isEmpty()) {
            throw new StartException(reader.problems());
        }
        try {
            return new Loaded(trusted.isEmpty() ? null : trust(trusted), keys.isEmpty() ? null : keys(keys));
        } catch (final GeneralSecurityException | IOException e) {
            throw new StartException(StartProblem.of("TLS cannot be set up: " + e.getMessage() + ".")
                    .from(configuration.origin(prefix + ".trusted-certificates").orElse(null))
                    .remedy("Check the settings of " + prefix + ".")
                    .causedBy(e));
        }
    }

    private static KeyStore store() throws GeneralSecurityException, IOException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static TrustManager trust(final List<X509Certificate> trusted)
            throws GeneralSecurityException, IOException {
        final KeyStore store = store();
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("trusted" + i, trusted.get(i));
        }
        final TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers()[0];
    }

    private static X509KeyManager keys(final List<CertifiedKey> keys) throws GeneralSecurityException, IOException {
        final KeyStore store = store();
        for (int i = 0; i < keys.size(); i++) {
            store.setKeyEntry(
                    "key" + i,
                    keys.get(i).privateKey(),
                    IN_MEMORY,
                    keys.get(i).chain().toArray(new X509Certificate[0]));
        }
        final KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, IN_MEMORY);
        return (X509KeyManager) factory.getKeyManagers()[0];
    }

    /**
     * Sets the versions of TLS, the trusted authorities and the certificate of the client.
     *
     * @param options the options of the client
     */
    public void set(final TCPSSLOptions options) {
        options.setEnabledSecureTransportProtocols(new LinkedHashSet<>(settings.protocols()));
        loaded.set(options.getSslOptions());
    }

    /**
     * Returns a context for a client that is not of Vert.x, with the files as they were read first.
     *
     * @return a new context; the versions of TLS are set for each connection
     */
    public SSLContext context() {
        return loaded.context();
    }

    /**
     * Starts to look at the files, on worker threads.
     *
     * @param vertx has the timer and the threads
     * @param options the options that the client was created with
     * @param update gives changed options to the client
     */
    public void watch(
            final Vertx vertx, final TCPSSLOptions options, final Function<SSLOptions, Future<Boolean>> update) {
        watch(vertx, changed -> {
            final SSLOptions copy = new SSLOptions(options.getSslOptions());
            changed.set(copy);
            return update.apply(copy);
        });
    }

    /**
     * Starts to look at the files, on worker threads, for a client that uses {@link #context}.
     *
     * @param vertx has the timer and the threads
     * @param update gives a changed context to the client
     */
    public void watchContext(final Vertx vertx, final Consumer<SSLContext> update) {
        watch(vertx, changed -> {
            update.accept(changed.context());
            return Future.succeededFuture(true);
        });
    }

    private void watch(final Vertx vertx, final Function<Loaded, Future<Boolean>> update) {
        final FileWatch begun = new FileWatch(
                paths(settings),
                first,
                files -> update.apply(load(files))
                        .onSuccess(done -> LOGGER.info(
                                "The files of {} have changed. New connections use the new files.",
                                configuration.key(prefix)))
                        .onFailure(error -> refused(String.valueOf(error.getMessage()))),
                e -> refused(FileWatch.text(e, configuration)));
        begun.begin(vertx, settings.reloadInterval(), () -> {});
        watch = begun;
    }

    private void refused(final String why) {
        LOGGER.error(
                "The changed files of {} cannot be used, so the old ones stay in use. {}",
                configuration.key(prefix),
                LogText.escape(why));
    }

    /** Ends what {@link #watch} has started. */
    public void close() {
        final FileWatch begun = watch;
        if (begun != null) {
            begun.close();
        }
    }
}
