package org.jzenith.benchmark.process;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs tokens with a secret of the measurement (HS256), which costs little. Safe for use by many threads. */
public final class SecretTokens {

    /** The value of {@code jwt.issuer}. */
    public static final String ISSUER = "https://issuer.example";

    /** The value of {@code jwt.secret}. */
    public static final String SECRET = "a secret that only this measurement knows";

    /** The lifetime of a token. */
    public static final long LIFETIME_SECONDS = 12L * 60 * 60;

    /** The arguments of the example that keep its embedded identity provider out of the measurement. */
    public static final List<String> OF_EXAMPLE = List.of("--jwt.issuer=" + ISSUER, "--jwt.secret=" + SECRET);

    private static final Base64.Encoder BASE_64 = Base64.getUrlEncoder().withoutPadding();
    private static final String HEADER = encoded("{\"alg\":\"HS256\",\"typ\":\"JWT\"}");
    private static final ThreadLocal<Mac> MACS = ThreadLocal.withInitial(SecretTokens::mac);

    private SecretTokens() {}

    /**
     * Signs a token.
     *
     * @param user its user
     * @param roles the roles of the user
     * @return a JWT
     */
    public static String signed(final String user, final String... roles) {
        final long until = Instant.now().getEpochSecond() + LIFETIME_SECONDS;
        final String content = HEADER + '.' + claims(user, until, roles);
        return content + '.' + BASE_64.encodeToString(MACS.get().doFinal(content.getBytes(StandardCharsets.US_ASCII)));
    }

    /**
     * Returns the second part of a token.
     *
     * @param user its user
     * @param until the end of its life, in seconds since the epoch
     * @param roles the roles of the user
     * @return in base64url
     */
    public static String claims(final String user, final long until, final String... roles) {
        return encoded("{\"iss\":\"" + ISSUER + "\",\"sub\":\"" + user + "\",\"aud\":\"shop\",\"roles\":[\""
                + String.join("\",\"", List.of(roles)) + "\"],\"iat\":" + (until - LIFETIME_SECONDS) + ",\"exp\":"
                + until + "}");
    }

    /**
     * Encodes a part of a token.
     *
     * @param json its content
     * @return in base64url
     */
    public static String encoded(final String json) {
        return BASE_64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
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
