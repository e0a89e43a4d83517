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
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jzenith.benchmark.process.BenchmarkException;

/** Signs tokens with a key of its own, and makes bad ones. Safe for use by many threads. */
final class SignedTokens {

    static final String ISSUER = "https://issuer.example";
    static final String SECRET = "a secret that only this measurement knows";

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
    private static final long LIFETIME_SECONDS = 12L * 60 * 60;
    private static final Base64.Encoder BASE_64 = Base64.getUrlEncoder().withoutPadding();
    private static final String RS256 = encoded("{\"alg\":\"RS256\",\"typ\":\"JWT\"}");
    private static final String HS256 = encoded("{\"alg\":\"HS256\",\"typ\":\"JWT\"}");

    private final KeyPair keys;
    private final long expiry = Instant.now().getEpochSecond() + LIFETIME_SECONDS;
    private final String forgedPart;
    private final ThreadLocal<Mac> macs = ThreadLocal.withInitial(SignedTokens::mac);

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
        final String content = RS256 + '.' + claims(user, expiry);
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
    String signedBySecret(final long number) {
        final String content = HS256 + '.' + claims("user-" + number, expiry);
        return content + '.' + BASE_64.encodeToString(macs.get().doFinal(content.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Returns a bad token; another one for each number. */
    String bad(final Bad kind, final long number) {
        final String unique = String.format(Locale.ROOT, "%016x", number);
        return switch (kind) {
            case FORGED -> RS256 + '.' + claims("mallory", expiry) + '.' + unique + forgedPart.substring(16);
            case EXPIRED ->
                RS256
                        + '.'
                        + claims("mallory", expiry - 2 * LIFETIME_SECONDS)
                        + '.'
                        + unique
                        + forgedPart.substring(16);
            case GARBAGE -> "garbage-" + unique;
        };
    }

    private static String claims(final String user, final long until) {
        return encoded("{\"iss\":\"" + ISSUER + "\",\"sub\":\"" + user
                + "\",\"aud\":\"shop\",\"roles\":[\"user\",\"clerk\"],\"exp\":" + until + "}");
    }

    private static String encoded(final String text) {
        return BASE_64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Mac mac() {
        try {
            final Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac;
        } catch (final GeneralSecurityException e) {
            throw new BenchmarkException("This JVM has no HMAC.", e);
        }
    }
}
