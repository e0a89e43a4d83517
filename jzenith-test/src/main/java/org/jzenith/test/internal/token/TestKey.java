package org.jzenith.test.internal.token;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/** The key of a test run. Its private part is only in the memory of this JVM. Safe for use by many threads. */
final class TestKey {

    /** The algorithm of its signatures (RFC 7518, 3.4). */
    static final String ALGORITHM = "ES256";

    private static final Base64.Encoder BASE64_URL = Base64.getUrlEncoder().withoutPadding();
    private static final int LINE = 64;

    private final PrivateKey key;
    private final Path file;

    private TestKey(final PrivateKey key, final Path file) {
        this.key = key;
        this.file = file;
    }

    /** Made by the first test that needs it. */
    private static final class Holder {

        private static final TestKey KEY = generated();

        private static TestKey generated() {
            try {
                final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
                final KeyPair pair = generator.generateKeyPair();
                final Path file = Files.createTempFile("jzenith-test-key", ".pem");
                file.toFile().deleteOnExit();
                Files.writeString(file, pem(pair.getPublic().getEncoded()));
                return new TestKey(pair.getPrivate(), file);
            } catch (final GeneralSecurityException e) {
                throw new IllegalStateException("The JVM cannot create keys on the curve P-256.", e);
            } catch (final IOException e) {
                throw new UncheckedIOException("The public test key cannot be written to a file.", e);
            }
        }

        private static String pem(final byte[] encoded) {
            return "-----BEGIN PUBLIC KEY-----\n"
                    + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(encoded)
                    + "\n-----END PUBLIC KEY-----\n";
        }
    }

    static TestKey ofRun() {
        return Holder.KEY;
    }

    /** Returns the file with the public key, as PEM. */
    Path file() {
        return file;
    }

    /** Signs a header and claims, both as JSON, in the compact form (RFC 7515, 7.1). */
    String sign(final byte[] header, final byte[] claims) {
        final String signed = BASE64_URL.encodeToString(header) + '.' + BASE64_URL.encodeToString(claims);
        try {
            final Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(key);
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + '.' + BASE64_URL.encodeToString(signature.sign());
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("The JVM cannot sign with a key on the curve P-256.", e);
        }
    }
}
