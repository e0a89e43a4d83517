package org.jzenith.core.internal.tls;

import io.smallrye.config.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartProblem;

/** Reads certificates and keys that settings name, and collects all that is wrong with them. For one thread. */
public final class CertificateReader {

    /** The first bytes of a JKS keystore, Java's old format. */
    private static final String JKS = "feedfeed";

    private final Configuration configuration;
    private final FileContents files;
    private final List<StartProblem> problems = new ArrayList<>();

    /**
     * Creates a reader that has found no problem.
     *
     * @param configuration names the sources of values in problems
     * @param files have been read
     */
    public CertificateReader(final Configuration configuration, final FileContents files) {
        this.configuration = configuration;
        this.files = files;
    }

    /**
     * Returns the problems found so far.
     *
     * @return the list itself, to which the caller may add others
     */
    public List<StartProblem> problems() {
        return problems;
    }

    /**
     * Reads a key and its certificate, or all of a keystore.
     *
     * @param named the settings with the files, of which at least one is set
     * @param key the prefix of their keys
     * @return empty after a problem
     */
    public List<CertifiedKey> keys(final CertificateFiles named, final String key) {
        final Optional<Path> certificate = named.certificate();
        final Optional<Path> privateKey = named.key();
        if (named.keystore().isPresent()) {
            if (certificate.isPresent() || privateKey.isPresent()) {
                problems.add(problem(key + ".keystore", "Both " + key + ".keystore and PEM files are set.")
                        .remedy("Set either " + key + ".keystore, or " + key + ".certificate and " + key + ".key."));
                return List.of();
            }
            return fromKeystore(key, named.keystore().get(), password(named.keystorePassword()));
        }
        if (certificate.isEmpty() || privateKey.isEmpty()) {
            final String set = key + (certificate.isPresent() ? ".certificate" : ".key");
            final String missing = key + (certificate.isPresent() ? ".key" : ".certificate");
            problems.add(problem(set, set + " is set, but " + missing + " is not.")
                    .remedy("Set " + missing + " to the PEM file with the "
                            + (certificate.isPresent() ? "private key of the certificate." : "certificate.")));
            return List.of();
        }
        final List<X509Certificate> chain = certificates(key + ".certificate", certificate.get());
        final PrivateKey read = key(key + ".key", privateKey.get(), password(named.keyPassword()));
        return chain.isEmpty() || read == null
                ? List.of()
                : checked(
                        key,
                        key + ".certificate",
                        certificate.get(),
                        chain,
                        read,
                        misfit(key, certificate.get(), privateKey.get(), chain.get(0)));
    }

    private static @Nullable String password(final Optional<Secret<String>> secret) {
        return secret.map(Secret::get).orElse(null);
    }

    /**
     * Reads the certificates of a PEM file.
     *
     * @param key the setting
     * @param file its value
     * @return empty after a problem
     */
    public List<X509Certificate> certificates(final String key, final Path file) {
        final byte[] bytes = bytes(key, file);
        if (bytes == null) {
            return List.of();
        }
        try {
            return PemFile.certificates(bytes);
        } catch (final PemFile.UnreadableException e) {
            problems.add(problem(key, "The file " + file + " is not a PEM file with certificates. " + e.getMessage())
                    .remedy("Set " + key + " to a PEM file that has BEGIN CERTIFICATE blocks.")
                    .causedBy(e));
            return List.of();
        }
    }

    private @Nullable PrivateKey key(final String key, final Path file, final @Nullable String password) {
        final byte[] bytes = bytes(key, file);
        if (bytes == null) {
            return null;
        }
        try {
            return PemFile.key(bytes, password);
        } catch (final PemFile.UnreadableException e) {
            problems.add(problem(key, "The file " + file + " is not a usable private key. " + e.getMessage())
                    .remedy("Set " + key
                            + " to a PEM file with a BEGIN PRIVATE KEY block. If the key is encrypted, set " + key
                            + "-password to its password.")
                    .causedBy(e));
            return null;
        }
    }

    private byte @Nullable [] bytes(final String key, final Path file) {
        try {
            return files.of(file);
        } catch (final IOException e) {
            final String why = e instanceof NoSuchFileException
                    ? "does not exist."
                    : e instanceof AccessDeniedException
                            ? "cannot be read: permission denied."
                            : "cannot be read: " + e.getMessage() + ".";
            problems.add(problem(key, "The file " + file.toAbsolutePath() + " " + why)
                    .remedy("Set " + key + " to a file that this process can read.")
                    .causedBy(e));
            return null;
        }
    }

    private List<CertifiedKey> fromKeystore(final String key, final Path file, final @Nullable String password) {
        final String fileKey = key + ".keystore";
        final byte[] bytes = bytes(fileKey, file);
        if (bytes == null) {
            return List.of();
        }
        if (HexFormat.of().formatHex(Arrays.copyOf(bytes, JKS.length() / 2)).equals(JKS)) {
            problems.add(problem(fileKey, "The keystore " + file + " is in Java's old JKS format.")
                    .remedy("Convert it: keytool -importkeystore -srckeystore " + file
                            + " -destkeystore keystore.p12 -deststoretype PKCS12"));
            return List.of();
        }
        final char[] secret = password == null ? new char[0] : password.toCharArray();
        try {
            final KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(bytes), secret);
            return entries(key, file, store, secret);
        } catch (final IOException | GeneralSecurityException e) {
            final boolean wrong = e.getCause() instanceof UnrecoverableKeyException;
            problems.add(problem(
                            fileKey,
                            "The keystore " + file
                                    + (wrong
                                            ? " cannot be opened with its password."
                                            : " is not a PKCS#12 file: " + e.getMessage() + "."))
                    .remedy(
                            wrong
                                    ? "Set " + key + ".keystore-password to the password of the keystore."
                                    : "Set " + fileKey + " to a PKCS#12 file, or use PEM files with " + key
                                            + ".certificate and " + key + ".key.")
                    .causedBy(e));
            return List.of();
        }
    }

    private List<CertifiedKey> entries(final String key, final Path file, final KeyStore store, final char[] password)
            throws GeneralSecurityException {
        final List<CertifiedKey> found = new ArrayList<>();
        final int before = problems.size();
        for (final String alias :
                Collections.list(store.aliases()).stream().sorted().toList()) {
            if (store.getKey(alias, password) instanceof PrivateKey privateKey) {
                final List<X509Certificate> chain = Arrays.stream(store.getCertificateChain(alias))
                        .map(X509Certificate.class::cast)
                        .toList();
                found.addAll(checked(
                        key, key + ".keystore", file, chain, privateKey, misfit(key, file, alias, chain.get(0))));
            }
        }
        if (found.isEmpty() && problems.size() == before) {
            problems.add(problem(key + ".keystore", "The keystore " + file + " has no private key.")
                    .remedy("Set " + key + ".keystore to a PKCS#12 file with the key and its certificates."));
        }
        return found;
    }

    private List<CertifiedKey> checked(
            final String key,
            final String fileKey,
            final Path file,
            final List<X509Certificate> chain,
            final PrivateKey privateKey,
            final StartProblem misfit) {
        final X509Certificate certificate = chain.get(0);
        if (!fits(certificate.getPublicKey(), privateKey)) {
            final boolean later = chain.stream().anyMatch(other -> fits(other.getPublicKey(), privateKey));
            problems.add(
                    later
                            ? problem(
                                            fileKey,
                                            "The first certificate in " + file
                                                    + " does not match the private key, but a later one does.")
                                    .remedy(
                                            "Put the certificate of the key first, then the certificates of its authorities.")
                            : misfit);
            return List.of();
        }
        final Instant now = Instant.now();
        if (certificate.getNotAfter().toInstant().isBefore(now)) {
            problems.add(problem(
                            fileKey,
                            "The certificate in " + file + " expired at "
                                    + certificate.getNotAfter().toInstant() + ".")
                    .remedy("Renew the certificate."));
            return List.of();
        }
        if (certificate.getNotBefore().toInstant().isAfter(now)) {
            problems.add(problem(
                            fileKey,
                            "The certificate in " + file + " is not valid before "
                                    + certificate.getNotBefore().toInstant() + ". The clock of this machine says " + now
                                    + ".")
                    .remedy("Set the clock of the machine, or use a certificate that is valid now."));
            return List.of();
        }
        return List.of(new CertifiedKey(key, chain, privateKey));
    }

    /** The problem of a PEM file whose key is not that of the certificate: either of the two may be the wrong one. */
    private StartProblem misfit(
            final String key, final Path certificate, final Path file, final X509Certificate first) {
        final String certificateKey = key + ".certificate";
        final String fileKey = key + ".key";
        return StartProblem.of("The private key in " + file + " (" + fileKey
                        + ") does not match the certificate in " + certificate + " (" + certificateKey
                        + "), which is for "
                        + first.getSubjectX500Principal().getName() + ".")
                .from(Stream.of(fileKey, certificateKey)
                        .flatMap(each -> configuration.origin(each).stream())
                        .distinct()
                        .collect(Collectors.collectingAndThen(
                                Collectors.joining(" and "), origins -> origins.isEmpty() ? fileKey : origins)))
                .remedy("Set " + fileKey + " to the private key of this certificate, or " + certificateKey
                        + " to the certificate of this key.");
    }

    /** The problem of an entry of a keystore whose key is not that of the certificate. */
    private StartProblem misfit(final String key, final Path file, final String alias, final X509Certificate first) {
        return problem(
                        key + ".keystore",
                        "The private key '" + alias + "' in the keystore " + file + " (" + key
                                + ".keystore) does not match its certificate, which is for "
                                + first.getSubjectX500Principal().getName() + ".")
                .remedy("Create the keystore from a matching pair: openssl pkcs12 -export -inkey key.pem -in"
                        + " certificate.pem -out keystore.p12");
    }

    /** Returns true if the public key verifies signatures of the private key. */
    private static boolean fits(final PublicKey publicKey, final PrivateKey privateKey) {
        final String algorithm = switch (publicKey.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> publicKey.getAlgorithm();
        };
        final byte[] content = "content".getBytes(StandardCharsets.US_ASCII);
        try {
            final Signature signature = Signature.getInstance(algorithm);
            signature.initSign(privateKey);
            signature.update(content);
            final byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(content);
            return signature.verify(signed);
        } catch (final GeneralSecurityException e) {
            return false;
        }
    }

    private StartProblem problem(final String key, final String what) {
        return StartProblem.of(what).from(configuration.origin(key).orElse(null));
    }
}
