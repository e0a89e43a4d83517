package org.jzenith.http.internal.tls;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.core.internal.tls.CertificateFiles;
import org.jzenith.core.internal.tls.TlsProtocol;

/** TLS of a listener; a group of its settings. Immutable and safe for use by many threads. */
public interface TlsConfiguration extends CertificateFiles {

    /** The mode of client authentication by certificate. */
    enum ClientCertificates {
        /** The server does not ask for one. */
        NONE,
        /** The server asks for a certificate, and also serves clients without one. */
        REQUEST,
        /** A client without one gets no connection. */
        REQUIRE
    }

    /**
     * Further certificates.
     *
     * @return by a name that only the keys use
     */
    Map<String, CertificateFiles> sni();

    /**
     * The mode of client authentication by certificate.
     *
     * @return none, unless configured
     */
    @WithDefault("none")
    @Description("Mutual TLS: request asks for a client certificate, require refuses clients without one.")
    ClientCertificates clientCertificates();

    /**
     * The authorities that may sign client certificates.
     *
     * @return a PEM file
     */
    @Description("The PEM file with the authorities trusted to sign client certificates.")
    Optional<Path> trustedCertificates();

    /**
     * The versions of TLS.
     *
     * @return one or both of TLSv1.3 and TLSv1.2
     */
    @WithDefault("TLSv1.3,TLSv1.2")
    @Description("The TLS versions: TLSv1.3, TLSv1.2.")
    List<@WithConverter(TlsProtocol.class) String> protocols();

    /**
     * The cipher suites, the preferred one first.
     *
     * @return names as the JVM has them
     */
    @Description(
            "The cipher suites, preferred first. When not set, only suites with forward secrecy and authenticated encryption.")
    Optional<List<String>> cipherSuites();

    /**
     * The interval at which the files are checked for changes.
     *
     * @return 0 for never
     */
    @WithDefault("5s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How often the files are checked for changes and reloaded; 0s disables reloading.")
    Duration reloadInterval();
}
