package org.jzenith.benchmark.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.SecretTokens;

/** Signs tokens with a key of its own, and makes bad ones. Safe for use by many threads. */
final class SignedTokens {

    /** The kinds of bad tokens. */
    enum Bad {
        /** Acceptable but for its signature. */
        FORGED,

        /** Expired; its signature is not looked at. */
        EXPIRED,

        /** Not a JWT. */
        GARBAGE;

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int KEY_BITS = 2048;
    private static final String[] ROLES = {"user", "clerk"};
    private static final Base64.Encoder BASE_64 = Base64.getUrlEncoder().withoutPadding();
    private static final String RS256 = SecretTokens.encoded("{\"alg\":\"RS256\",\"typ\":\"JWT\"}");

    private final KeyPair keys;
    private final long expiry = Instant.now().getEpochSecond() + SecretTokens.LIFETIME_SECONDS;
    private final String forgedPart;

    SignedTokens() {
        try {
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            this.keys = generator.generateKeyPair();
        } catch (final GeneralSecurityException e) {
            throw new BenchmarkException("This JVM has no RSA.", e);
        }
        final String signed = signed("somebody");
        this.forgedPart = signed.substring(signed.lastIndexOf('.') + 1);
    }

    /** Writes the public key as PEM. */
    Path publicKey(final Path folder) {
        return write(
                folder.resolve("key.pem"),
                List.of(
                        "-----BEGIN PUBLIC KEY-----",
                        Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded()),
                        "-----END PUBLIC KEY-----"));
    }

    /** Writes tokens of different users, one a line. */
    Path file(final Path folder, final String name, final int count) {
        return write(
                folder.resolve(name),
                IntStream.range(0, count)
                        .parallel()
                        .mapToObj(number -> signed("user-" + number))
                        .toList());
    }

    private static Path write(final Path file, final List<String> lines) {
        try {
            return Files.write(file, lines);
        } catch (final IOException e) {
            throw new BenchmarkException("The file " + file + " cannot be written.", e);
        }
    }

    /** Returns a new token with RS256. */
    String signed(final String user) {
        final String content = RS256 + '.' + SecretTokens.claims(user, expiry, ROLES);
        try {
            final Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + '.' + BASE_64.encodeToString(signature.sign());
        } catch (final GeneralSecurityException e) {
            throw new BenchmarkException("A token cannot be signed.", e);
        }
    }

    /** Returns a new token with HS256, which costs little here. */
    static String signedBySecret(final long number) {
        return SecretTokens.signed("user-" + number, ROLES);
    }

    /** Returns a bad token; another one for each number. */
    String bad(final Bad kind, final long number) {
        final String unique = String.format(Locale.ROOT, "%016x", number);
        return switch (kind) {
            case FORGED ->
                RS256 + '.' + SecretTokens.claims("mallory", expiry, ROLES) + '.' + unique + forgedPart.substring(16);
            case EXPIRED ->
                RS256
                        + '.'
                        + SecretTokens.claims("mallory", expiry - 2 * SecretTokens.LIFETIME_SECONDS, ROLES)
                        + '.'
                        + unique
                        + forgedPart.substring(16);
            case GARBAGE -> "garbage-" + unique;
        };
    }
}
