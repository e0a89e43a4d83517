package org.jzenith.http.internal.tls;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.internal.tls.FileContents;
import org.jzenith.core.internal.tls.FileWatch;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of one listener. While the listener is open, changed files are taken: connections that start afterwards get the new
 * certificates, the others keep theirs. Safe for use by many threads.
 */
public final class ServerTls {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerTls.class);

    /** Offered alone by {@code curl --http1.0}; it means HTTP/1, whose version stands in each request. */
    private static final String HTTP_1_0 = "http/1.0";

    private static final Duration EXPIRES_SOON = Duration.ofDays(14);
    private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);

    /** Forward secrecy and authenticated encryption; RFC 9113, appendix A, allows all of them for HTTP/2. */
    private static final List<String> CIPHER_SUITES = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private final TlsConfiguration settings;
    private final String prefix;
    private final Configuration configuration;
    private final boolean http2;
    private volatile Loaded loaded;
    private final FileWatch watch;
    private final Set<Path> readableKeys = new HashSet<>();
    private Instant nextWarning = Instant.MIN;

    /** The files as they were last read. */
    private record Loaded(SslContext context, List<ServedCertificate> certificates) {}

    private ServerTls(
            final TlsConfiguration settings,
            final String prefix,
            final Configuration configuration,
            final boolean http2) {
        this.settings = settings;
        this.prefix = prefix;
        this.configuration = configuration;
        this.http2 = http2;
        final Set<Path> paths = CertificateLoader.paths(settings);
        final FileContents files = FileContents.read(paths);
        this.loaded = load(files);
        this.watch = new FileWatch(paths, files, this::take, this::refuse);
        warnOfExpiry(Instant.now());
        warnOfReadableKeys();
    }

    /**
     * Reads the files in the settings. Blocks.
     *
     * @param settings the settings of the listener
     * @param prefix the prefix of their keys, for example {@code rest.tls}
     * @param configuration names the sources of values in problems
     * @param http2 true if clients may choose HTTP/2
     * @return empty if the settings name no certificate
     * @throws StartException with all problems of the files
     */
    public static Optional<ServerTls> of(
            final TlsConfiguration settings,
            final String prefix,
            final Configuration configuration,
            final boolean http2) {
        if (CertificateLoader.isNamed(settings)) {
            return Optional.of(new ServerTls(settings, prefix, configuration, http2));
        }
        final List<String> without = new ArrayList<>();
        if (!settings.sni().isEmpty()) {
            without.add("sni");
        }
        if (settings.clientCertificates() != TlsConfiguration.ClientCertificates.NONE) {
            without.add("client-certificates");
        }
        if (settings.trustedCertificates().isPresent()) {
            without.add("trusted-certificates");
        }
        if (!without.isEmpty()) {
            throw new StartException(
                    without.stream()
                            .map(name -> withoutCertificate(prefix, name, configuration))
                            .toList(),
                    false);
        }
        return Optional.empty();
    }

    /**
     * Checks the files in the settings for mistakes before anything starts. Blocks.
     *
     * @param settings the settings of the listener
     * @param prefix the prefix of their keys, for example {@code rest.tls}
     * @param configuration names the sources of values in problems
     * @throws StartException with all problems of the files
     */
    public static void checkFiles(
            final TlsConfiguration settings, final String prefix, final Configuration configuration) {
        if (CertificateLoader.isNamed(settings)) {
            final CertificateLoader loader = new CertificateLoader(
                    settings, prefix, configuration, FileContents.read(CertificateLoader.paths(settings)));
            loader.certificates();
            loader.trusted();
            if (!loader.problems().isEmpty()) {
                throw new StartException(loader.problems());
            }
        }
    }

    private static StartProblem withoutCertificate(
            final String prefix, final String name, final Configuration configuration) {
        return StartProblem.of("Settings of " + prefix + "." + name
                        + " are set, but the listener has no certificate, so it does not use TLS.")
                .from(configuration.origin(prefix + "." + name).orElse(null))
                .remedy("Set " + prefix + ".certificate and " + prefix + ".key, or remove " + prefix + "." + name
                        + ".");
    }

    /** Returns true if clients are asked for certificates. */
    public boolean asksClients() {
        return settings.clientCertificates() != TlsConfiguration.ClientCertificates.NONE;
    }

    /**
     * TLS for a new connection. What a handshake has to compute is left out if its client leaves before.
     *
     * @param connection is open
     * @param handshakes runs what a handshake has to compute, about a millisecond each
     * @return a handler that comes before those of HTTP
     */
    public SslHandler newHandler(final Channel connection, final Executor handshakes) {
        return new TlsHandler(
                loaded.context().newEngine(connection.alloc()),
                computation -> handshakes.execute(() -> {
                    if (connection.isOpen()) {
                        computation.run();
                    }
                }));
    }

    /**
     * Returns true if a client has chosen HTTP/2 by ALPN.
     *
     * @param handler the handler of a connection that has finished its handshake
     * @return false for HTTP/1, and for clients without ALPN
     */
    public static boolean isHttp2(final ChannelHandler handler) {
        return ApplicationProtocolNames.HTTP_2.equals(((SslHandler) handler).applicationProtocol());
    }

    private Loaded load(final FileContents files) {
        final CertificateLoader loader = new CertificateLoader(settings, prefix, configuration, files);
        final List<ServedCertificate> certificates = loader.certificates();
        final List<X509Certificate> trusted = loader.trusted();
        final List<StartProblem> problems = new ArrayList<>(loader.problems());
        problems.addAll(cipherSuiteProblems());
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        try {
            return new Loaded(context(certificates, trusted), certificates);
        } catch (final SSLException e) {
            throw new StartException(StartProblem.of("TLS cannot be set up: " + e.getMessage() + ".")
                    .from(configuration.origin(prefix + ".certificate").orElse(null))
                    .remedy("Check the settings of " + prefix + ".")
                    .causedBy(e));
        }
    }

    private SslContext context(final List<ServedCertificate> certificates, final List<X509Certificate> trusted)
            throws SSLException {
        final SslContextBuilder builder = SslContextBuilder.forServer(new CertificateSelector(certificates))
                .sslProvider(SslProvider.JDK)
                .protocols(settings.protocols())
                .ciphers(settings.cipherSuites().orElse(CIPHER_SUITES), SupportedCipherSuiteFilter.INSTANCE)
                .clientAuth(
                        switch (settings.clientCertificates()) {
                            case NONE -> ClientAuth.NONE;
                            case REQUEST -> ClientAuth.OPTIONAL;
                            case REQUIRE -> ClientAuth.REQUIRE;
                        })
                // A client that speaks another protocol must not get an HTTP response (RFC 7301, 3.2).
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.FATAL_ALERT,
                        SelectedListenerFailureBehavior.ACCEPT,
                        http2
                                ? List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1, HTTP_1_0)
                                : List.of(ApplicationProtocolNames.HTTP_1_1, HTTP_1_0)));
        return (trusted.isEmpty() ? builder : builder.trustManager(trusted)).build();
    }

    private List<StartProblem> cipherSuiteProblems() {
        final List<String> known = supportedCipherSuites();
        return settings.cipherSuites().orElse(List.of()).stream()
                .filter(suite -> !known.contains(suite))
                .map(suite -> StartProblem.of("The JVM does not support the cipher suite '" + suite + "'.")
                        .from(configuration.origin(prefix + ".cipher-suites").orElse(null))
                        .remedy("Set " + prefix + ".cipher-suites to names such as TLS_AES_128_GCM_SHA256, or remove"
                                + " this setting."))
                .toList();
    }

    private static List<String> supportedCipherSuites() {
        try {
            return Arrays.asList(
                    SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites());
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("The JVM has no TLS.", e);
        }
    }

    /**
     * Starts to look at the files, on worker threads.
     *
     * @param vertx has the timer and the threads
     */
    public void watch(final Vertx vertx) {
        watch.begin(vertx, settings.reloadInterval(), () -> warnOfExpiry(Instant.now()));
    }

    /** Ends what {@link #watch} has started. */
    public void close() {
        watch.close();
    }

    private void take(final FileContents files) {
        loaded = load(files);
        nextWarning = Instant.MIN;
        warnOfReadableKeys();
        LOGGER.info(
                "New connections get the new certificate of {}, which expires at {}.",
                configuration.key(prefix),
                expiry());
    }

    private void refuse(final StartException refused) {
        LOGGER.error(
                "The changed files of {} cannot be used. The old certificate stays in use; it expires at {}. {}",
                configuration.key(prefix),
                expiry(),
                LogText.escape(FileWatch.text(refused, configuration)));
    }

    /**
     * Returns the served certificate that expires first.
     *
     * @return of the files that were read last
     */
    public X509Certificate firstToExpire() {
        return loaded.certificates().stream()
                .map(ServedCertificate::certificate)
                .min(Comparator.comparing(X509Certificate::getNotAfter))
                .orElseThrow();
    }

    private Instant expiry() {
        return firstToExpire().getNotAfter().toInstant();
    }

    /** Once for each file. */
    private synchronized void warnOfReadableKeys() {
        for (final Path file : CertificateLoader.keys(settings)) {
            if (isReadableByAll(file) && readableKeys.add(file)) {
                LOGGER.warn(
                        "Every user of this machine can read {}, which holds a private key of {}. Remove read access for other "
                                + "users, for example with chmod o= or, in a Kubernetes secret, with defaultMode: 0440.",
                        LogText.escape(file.toAbsolutePath().toString()),
                        configuration.key(prefix));
            }
        }
    }

    private static boolean isReadableByAll(final Path file) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (final IOException | UnsupportedOperationException e) {
            return false; // nobody can tell
        }
    }

    /** Once a day. */
    private synchronized void warnOfExpiry(final Instant now) {
        if (now.isBefore(nextWarning)) {
            return;
        }
        for (final ServedCertificate served : loaded.certificates()) {
            final Instant end = served.certificate().getNotAfter().toInstant();
            if (end.isBefore(now.plus(EXPIRES_SOON))) {
                nextWarning = now.plus(BETWEEN_WARNINGS);
                LOGGER.warn(
                        "The certificate of {} for {} {} at {}. Renew it; jZenith reloads the files without a restart.",
                        configuration.key(served.key().setting()),
                        served.names().isEmpty()
                                ? served.certificate().getSubjectX500Principal().getName()
                                : String.join(", ", served.names()),
                        end.isBefore(now) ? "has expired" : "expires",
                        end);
            }
        }
    }
}
