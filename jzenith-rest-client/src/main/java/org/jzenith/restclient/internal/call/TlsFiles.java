package org.jzenith.restclient.internal.call;

import io.smallrye.config.Secret;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.tls.PrivateKeyFile;
import org.jzenith.restclient.internal.configuration.ClientTlsConfiguration;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of TLS, and their reload when one has changed. */
final class TlsFiles {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.restclient");

    private final RestClientConfiguration settings;
    private final Vertx vertx;
    private final HttpClient client;
    private final List<Path> files;
    private final long timer;
    private volatile String seen;

    private TlsFiles(
            final RestClientConfiguration settings,
            final Vertx vertx,
            final HttpClient client,
            final List<Path> files) {
        this.settings = settings;
        this.vertx = vertx;
        this.client = client;
        this.files = files;
        this.seen = state();
        this.timer = vertx.setPeriodic(
                Math.max(1, settings.tls().reloadInterval().toMillis()),
                none -> vertx.executeBlocking(this::reloadIfChanged, false));
    }

    /** Null if no file can change. */
    static @Nullable TlsFiles of(final RestClientConfiguration settings, final Vertx vertx, final HttpClient client) {
        final ClientTlsConfiguration tls = settings.tls();
        final List<Path> files = Stream.of(tls.trustedCertificates(), tls.certificate(), tls.key(), tls.keystore())
                .flatMap(file -> file.stream())
                .toList();
        return files.isEmpty() || tls.reloadInterval().isZero() ? null : new TlsFiles(settings, vertx, client, files);
    }

    static void configure(final HttpClientOptions options, final ClientTlsConfiguration settings) {
        settings.trustedCertificates()
                .ifPresent(file -> options.setTrustOptions(new PemTrustOptions().addCertPath(file.toString())));
        if (settings.keystore().isPresent()) {
            options.setKeyCertOptions(new PfxOptions()
                    .setPath(settings.keystore().get().toString())
                    .setPassword(settings.keystorePassword().map(Secret::get).orElse("")));
        } else if (settings.certificate().isPresent() && settings.key().isPresent()) {
            options.setKeyCertOptions(new PemKeyCertOptions()
                    .setCertPath(settings.certificate().get().toString())
                    .setKeyValue(key(settings, settings.key().get())));
        }
    }

    /** Vert.x reads no encrypted keys. */
    private static Buffer key(final ClientTlsConfiguration settings, final Path file) {
        try {
            final byte[] key = PrivateKeyFile.read(
                            file, settings.keyPassword().map(Secret::get).orElse(null))
                    .getEncoded();
            return Buffer.buffer("-----BEGIN PRIVATE KEY-----\n")
                    .appendBytes(Base64.getMimeEncoder().encode(key))
                    .appendString("\n-----END PRIVATE KEY-----\n");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Void reloadIfChanged() {
        final String now = state();
        if (!now.equals(seen)) {
            seen = now;
            try {
                // forced, because the options name the same files as before
                client.updateSSLOptions(ClientOptions.of(settings).getSslOptions(), true)
                        .onFailure(this::warn);
            } catch (final UncheckedIOException e) {
                warn(e);
            }
        }
        return null;
    }

    private void warn(final Throwable error) {
        LOGGER.warn(
                "The changed TLS files {} cannot be loaded; the previous ones stay in use: {}",
                files,
                error.getMessage());
    }

    private String state() {
        final StringBuilder state = new StringBuilder();
        for (final Path file : files) {
            try {
                state.append(Files.getLastModifiedTime(file)).append(Files.size(file));
            } catch (final IOException e) {
                state.append("missing");
            }
            state.append(';');
        }
        return state.toString();
    }

    void close() {
        vertx.cancelTimer(timer);
    }
}
