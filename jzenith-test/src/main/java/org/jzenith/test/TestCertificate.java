package org.jzenith.test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A certificate with its key, for tests of TLS. It is created while the test runs, so it does not expire.
 *
 * <pre>{@code
 * TestCertificate authority = TestCertificate.authority("Test");
 * TestCertificate server = authority.server("localhost");
 * server.writeCertificate(folder.resolve("server.crt")).writeKey(folder.resolve("server.key"));
 * SSLContext ann = authority.client("ann").sslContext();
 * }</pre>
 *
 * <p>Keys are EC keys on the curve P-256. A certificate is valid from one day ago, for 30 days from now or for the time that {@link
 * #validFor} sets. Immutable and safe for use by many threads.
 */
public final class TestCertificate {

    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String SERVER = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
    private static final int UTF8 = 0x0c;
    private static final int DNS_NAME = 0x82;
    private static final int IP_ADDRESS = 0x87;
    private static final Pattern IPV4 = Pattern.compile("[0-9]+(\\.[0-9]+){3}");
    private static final String KEY_ENCRYPTION = "PBEWithSHA1AndDESede";
    private static final String IN_MEMORY = "none";

    private final @Nullable TestCertificate issuer;
    private final X509Certificate certificate;
    private final PrivateKey key;
    private final Duration validity;

    private TestCertificate(
            final @Nullable TestCertificate issuer,
            final X509Certificate certificate,
            final PrivateKey key,
            final Duration validity) {
        this.issuer = issuer;
        this.certificate = certificate;
        this.key = key;
        this.validity = validity;
    }

    /**
     * Creates a certificate authority, which signs the certificates of servers and clients.
     *
     * @param commonName the common name, for example {@code Test}
     * @return a new authority
     */
    public static TestCertificate authority(final String commonName) {
        return issue(null, commonName, Duration.ofDays(30), extension(BASIC_CONSTRAINTS, Der.sequence(Der.yes())));
    }

    /**
     * Sets how long certificates are valid. It applies to certificates that this authority signs from now on.
     *
     * @param duration the time from now on; negative for certificates that have expired
     * @return the same authority with this validity
     */
    public TestCertificate validFor(final Duration duration) {
        return new TestCertificate(issuer, certificate, key, duration);
    }

    /**
     * Signs the certificate of a server.
     *
     * @param hostNames the names for which it is valid, for example {@code localhost}, {@code *.example.com} or {@code 127.0.0.1}; the first
     *     is its common name
     * @return a new certificate
     */
    public TestCertificate server(final String... hostNames) {
        final byte[][] names = new byte[hostNames.length][];
        for (int i = 0; i < names.length; i++) {
            names[i] = IPV4.matcher(hostNames[i]).matches()
                    ? Der.element(IP_ADDRESS, address(hostNames[i]))
                    : Der.text(DNS_NAME, hostNames[i]);
        }
        return issue(
                this,
                hostNames[0],
                validity,
                extension(SUBJECT_ALTERNATIVE_NAME, Der.sequence(names)),
                extension(EXTENDED_KEY_USAGE, Der.sequence(Der.identifier(SERVER))));
    }

    private static byte[] address(final String text) {
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException(text + " is not a valid IP address.", e);
        }
    }

    /**
     * Signs the certificate of a client.
     *
     * @param commonName the common name, for example {@code ann}
     * @return a new certificate
     */
    public TestCertificate client(final String commonName) {
        return issue(this, commonName, validity, extension(EXTENDED_KEY_USAGE, Der.sequence(Der.identifier(CLIENT))));
    }

    private static byte[] extension(final String identifier, final byte[] value) {
        final boolean critical = identifier.equals(BASIC_CONSTRAINTS);
        return critical
                ? Der.sequence(Der.identifier(identifier), Der.yes(), Der.octets(value))
                : Der.sequence(Der.identifier(identifier), Der.octets(value));
    }

    private static TestCertificate issue(
            final @Nullable TestCertificate issuer,
            final String commonName,
            final Duration validity,
            final byte[]... extensions) {
        try {
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            final KeyPair keys = generator.generateKeyPair();
            final byte[] name =
                    Der.sequence(Der.set(Der.sequence(Der.identifier(COMMON_NAME), Der.text(UTF8, commonName))));
            final byte[] algorithm = Der.sequence(Der.identifier(ECDSA_WITH_SHA256));
            final Instant now = Instant.now();
            final byte[] content = Der.sequence(
                    Der.element(0xa0, Der.integer(BigInteger.TWO)),
                    Der.integer(new BigInteger(100, new SecureRandom())),
                    algorithm,
                    issuer == null
                            ? name
                            : issuer.certificate.getSubjectX500Principal().getEncoded(),
                    Der.sequence(
                            Der.time(now.minus(Duration.ofDays(validity.isNegative() ? 365 : 1))),
                            Der.time(now.plus(validity))),
                    name,
                    keys.getPublic().getEncoded(),
                    Der.element(0xa3, Der.sequence(extensions)));
            final Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(issuer == null ? keys.getPrivate() : issuer.key);
            signature.update(content);
            final byte[] encoded = Der.sequence(content, algorithm, Der.bits(0, signature.sign()));
            return new TestCertificate(
                    issuer,
                    (X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(encoded)),
                    keys.getPrivate(),
                    validity);
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The JVM cannot create a certificate.", e);
        }
    }

    /**
     * Returns the certificate.
     *
     * @return the certificate as the JDK's type
     */
    public X509Certificate certificate() {
        return certificate;
    }

    /**
     * Returns the private key.
     *
     * @return the key of the certificate
     */
    public PrivateKey key() {
        return key;
    }

    private List<X509Certificate> chain() {
        final List<X509Certificate> chain = new ArrayList<>();
        for (TestCertificate each = this; each != null; each = each.issuer) {
            chain.add(each.certificate);
        }
        return chain;
    }

    /**
     * Writes the certificate and its CA certificates as a PEM file.
     *
     * @param file the file to create or replace
     * @return this certificate
     */
    public TestCertificate writeCertificate(final Path file) {
        final StringBuilder text = new StringBuilder();
        try {
            for (final X509Certificate each : chain()) {
                text.append(block("CERTIFICATE", each.getEncoded()));
            }
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The certificate cannot be encoded.", e);
        }
        return write(file, text.toString());
    }

    /**
     * Writes the key as an unencrypted PKCS#8 PEM file that only its owner may read.
     *
     * @param file the file to create or replace
     * @return this certificate
     */
    public TestCertificate writeKey(final Path file) {
        return write(file, block("PRIVATE KEY", key.getEncoded())).protect(file);
    }

    /**
     * Writes the key as an encrypted PKCS#8 PEM file that only its owner may read.
     *
     * @param file the file to create or replace
     * @param password the password of the key
     * @return this certificate
     */
    public TestCertificate writeKey(final Path file, final String password) {
        try {
            final Cipher cipher = Cipher.getInstance(KEY_ENCRYPTION);
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    SecretKeyFactory.getInstance(KEY_ENCRYPTION)
                            .generateSecret(new PBEKeySpec(password.toCharArray())));
            final byte[] encrypted =
                    new EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(key.getEncoded())).getEncoded();
            return write(file, block("ENCRYPTED PRIVATE KEY", encrypted)).protect(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The key cannot be encrypted.", e);
        }
    }

    /**
     * Writes the certificate, its CA certificates and the key as a PKCS#12 file that only its owner may read.
     *
     * @param file the file to create or replace
     * @param password the password of the file
     * @return this certificate
     */
    public TestCertificate writeKeystore(final Path file, final String password) {
        try (OutputStream out = Files.newOutputStream(file)) {
            keystore(password.toCharArray()).store(out, password.toCharArray());
            return protect(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The keystore cannot be written.", e);
        }
    }

    private KeyStore keystore(final char[] password) throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, password);
        store.setKeyEntry("certificate", key, password, chain().toArray(Certificate[]::new));
        return store;
    }

    private TestCertificate write(final Path file, final String text) {
        try {
            Files.writeString(file, text);
            return this;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TestCertificate protect(final Path file) {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(
                        file, Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
            }
            return this;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String block(final String type, final byte[] content) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(content)
                + "\n-----END " + type + "-----\n";
    }

    /**
     * Returns TLS settings for a client. They trust the authority of this certificate, or this certificate if it is an authority. A
     * certificate from {@link #client} is also sent as the client's certificate.
     *
     * @return a context, for example for {@code java.net.http.HttpClient}
     */
    public SSLContext sslContext() {
        try {
            final char[] password = IN_MEMORY.toCharArray();
            final List<X509Certificate> chain = chain();
            final KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, password);
            trusted.setCertificateEntry("authority", chain.get(chain.size() - 1));
            final TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            final SSLContext context = SSLContext.getInstance("TLS");
            if (issuer == null) {
                context.init(null, trust.getTrustManagers(), null);
            } else {
                keys.init(keystore(password), password);
                context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            }
            return context;
        } catch (final IOException | GeneralSecurityException e) {
            throw new IllegalStateException("The JVM cannot set up TLS.", e);
        }
    }
}
