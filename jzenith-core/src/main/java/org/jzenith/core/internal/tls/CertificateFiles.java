package org.jzenith.core.internal.tls;

import io.smallrye.config.Secret;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jzenith.core.configuration.Description;

/** The files of a certificate and its key; a group of settings. Immutable and thread-safe. */
public interface CertificateFiles {

    /**
     * The certificate.
     *
     * @return a PEM file
     */
    @Description("The PEM file with the certificate chain.")
    Optional<Path> certificate();

    /**
     * The private key of the certificate.
     *
     * @return a PEM file
     */
    @Description("The PEM file with the private key.")
    Optional<Path> key();

    /**
     * The password of an encrypted key.
     *
     * @return empty if the key is not encrypted
     */
    @Description("The password of an encrypted key.")
    Optional<Secret<String>> keyPassword();

    /**
     * Certificate and key in one file.
     *
     * @return a PKCS#12 file
     */
    @Description("The PKCS#12 file to use instead of PEM files.")
    Optional<Path> keystore();

    /**
     * The password of the keystore.
     *
     * @return empty if it has none
     */
    @Description("The password of the keystore and its keys.")
    Optional<Secret<String>> keystorePassword();

    /**
     * Returns the files that are set.
     *
     * @param settings the settings
     * @return at most three, without those of authorities
     */
    static Set<Path> files(final CertificateFiles settings) {
        final Set<Path> files = new HashSet<>();
        settings.certificate().ifPresent(files::add);
        settings.key().ifPresent(files::add);
        settings.keystore().ifPresent(files::add);
        return files;
    }
}
