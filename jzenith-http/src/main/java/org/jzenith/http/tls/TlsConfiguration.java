package org.jzenith.http.tls;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.http.configuration.HttpText;

/** TLS of a listener; a group of its settings. Immutable and safe for use by many threads. */
public interface TlsConfiguration extends CertificateFiles {

    /** The mode of client authentication by certificate. */
    enum ClientCertificates {
        /** The server does not ask for one. */
        NONE,
        /** The server asks for one and also answers clients without. */
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
    @Description("Whether clients are asked for a certificate: request also answers clients without one.")
    ClientCertificates clientCertificates();

    /**
     * The authorities that may sign client certificates.
     *
     * @return a PEM file
     */
    @Description("The PEM file with the authorities that may sign the certificates of clients.")
    Optional<Path> trustedCertificates();

    /**
     * The versions of TLS.
     *
     * @return one or both of TLSv1.3 and TLSv1.2
     */
    @WithDefault("TLSv1.3,TLSv1.2")
    @Description("The versions of TLS: TLSv1.3, TLSv1.2.")
    List<@WithConverter(HttpText.TlsProtocol.class) String> protocols();

    /**
     * The cipher suites, the preferred one first.
     *
     * @return names as the JVM has them
     */
    @Description(
            "The cipher suites, the preferred one first. When not set, those with forward secrecy and authenticated"
                    + " encryption.")
    Optional<List<String>> cipherSuites();

    /**
     * The interval at which the files are checked for changes.
     *
     * @return 0 for never
     */
    @WithDefault("5s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How often the files are looked at, and taken if they have changed; 0s for never.")
    Duration reloadInterval();
}
