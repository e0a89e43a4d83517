package org.jzenith.core.internal.tls;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/**
 * TLS to a server; a group of settings. The certificate is that of the client, for mutual TLS. The name of the server is always
 * verified. Immutable and safe for use by many threads.
 */
public interface ClientTlsConfiguration extends CertificateFiles {

    /**
     * The authorities that may sign the certificate of the server.
     *
     * @return a PEM file; empty for those of the JVM
     */
    @Description(
            "The PEM file with the authorities trusted to sign the server's certificate. Those of the JVM when not set.")
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
     * The interval at which the files are checked for changes.
     *
     * @return 0 for never
     */
    @WithDefault("5s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How often the files are checked for changes and reloaded; 0s disables reloading.")
    Duration reloadInterval();
}
