package org.jzenith.http.internal.tls;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.tls.CertificateFiles;
import org.jzenith.core.internal.tls.CertificateReader;
import org.jzenith.core.internal.tls.FileContents;
import org.jzenith.core.problem.StartProblem;

/** Reads the certificates that the settings of one listener name, and says all that is wrong with them. */
final class CertificateLoader {

    private final TlsConfiguration settings;
    private final String prefix;
    private final Configuration configuration;
    private final CertificateReader reader;

    CertificateLoader(
            final TlsConfiguration settings,
            final String prefix,
            final Configuration configuration,
            final FileContents files) {
        this.settings = settings;
        this.prefix = prefix;
        this.configuration = configuration;
        this.reader = new CertificateReader(configuration, files);
    }

    /** Every file that the settings name. */
    static Set<Path> paths(final TlsConfiguration settings) {
        final Set<Path> paths = new LinkedHashSet<>(CertificateFiles.files(settings));
        settings.sni().values().forEach(each -> paths.addAll(CertificateFiles.files(each)));
        settings.trustedCertificates().ifPresent(paths::add);
        return paths;
    }

    /** Every file of these that holds a private key. */
    static Set<Path> keys(final TlsConfiguration settings) {
        final Set<Path> paths = new LinkedHashSet<>();
        final List<CertificateFiles> all = new ArrayList<>(settings.sni().values());
        all.add(settings);
        for (final CertificateFiles each : all) {
            each.key().ifPresent(paths::add);
            each.keystore().ifPresent(paths::add);
        }
        return paths;
    }

    static boolean isNamed(final CertificateFiles settings) {
        return !CertificateFiles.files(settings).isEmpty();
    }

    /** Returns the problems found so far. */
    List<StartProblem> problems() {
        return reader.problems();
    }

    /** The certificates of the server; those for clients that ask for no known name are first. */
    List<ServedCertificate> certificates() {
        final List<ServedCertificate> all = new ArrayList<>(served(settings, prefix));
        for (final Map.Entry<String, CertificateFiles> named : new TreeMap<>(settings.sni()).entrySet()) {
            final String key = prefix + ".sni." + named.getKey();
            final List<ServedCertificate> found = served(named.getValue(), key);
            for (final ServedCertificate certificate : found) {
                if (certificate.names().isEmpty()) {
                    problems()
                            .add(problem(
                                            key
                                                    + (named.getValue()
                                                                    .keystore()
                                                                    .isPresent()
                                                            ? ".keystore"
                                                            : ".certificate"),
                                            "The certificate of " + key
                                                    + " has no host name (subjectAltName), so no client can ask for it.")
                                    .remedy("Use a certificate with host names, or remove " + key + "."));
                }
            }
            all.addAll(found);
        }
        return all;
    }

    private List<ServedCertificate> served(final CertificateFiles named, final String key) {
        return reader.keys(named, key).stream().map(ServedCertificate::of).toList();
    }

    /** The authorities of clients; empty if clients have no certificates, or after a problem. */
    List<X509Certificate> trusted() {
        final boolean asked = settings.clientCertificates() != TlsConfiguration.ClientCertificates.NONE;
        final String key = prefix + ".trusted-certificates";
        final String mode = prefix + ".client-certificates";
        if (asked && settings.trustedCertificates().isEmpty()) {
            problems()
                    .add(problem(
                                    mode,
                                    mode + " is "
                                            + settings.clientCertificates()
                                                    .name()
                                                    .toLowerCase(Locale.ROOT)
                                            + ", but " + key
                                            + " is not set, so every client certificate would be refused.")
                            .remedy("Set " + key
                                    + " to the PEM file with the authorities that sign the client certificates."));
        }
        if (!asked && settings.trustedCertificates().isPresent()) {
            problems()
                    .add(problem(key, key + " is set, but clients are not asked for certificates.")
                            .remedy("Set " + mode + " to request or require, or remove " + key + "."));
        }
        return settings.trustedCertificates()
                .map(file -> reader.certificates(key, file))
                .orElse(List.of());
    }

    private StartProblem problem(final String key, final String what) {
        return StartProblem.of(what).from(configuration.origin(key).orElse(null));
    }
}
