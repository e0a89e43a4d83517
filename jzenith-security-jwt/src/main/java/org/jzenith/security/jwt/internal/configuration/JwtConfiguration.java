package org.jzenith.security.jwt.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.Secret;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of JWTs. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "jwt")
public interface JwtConfiguration {

    /**
     * The file with the public keys.
     *
     * @return a file with PEM or a JWKS
     */
    @Description("A file with the public keys: PEM (public keys or certificates) or a JWKS.")
    Optional<String> keyFile();

    /**
     * The URL of the provider's keys.
     *
     * @return an absolute URL
     */
    @Description("The URL of the provider's JWKS. It must be https, except on a loopback address; see jwt.allow-http.")
    Optional<String> jwksUrl();

    /**
     * The secret for HMAC.
     *
     * @return the secret, at least 32 bytes
     */
    @Description("A secret of at least 32 bytes for HS256, HS384 and HS512. Cannot be combined with public keys.")
    Optional<Secret<String>> secret();

    /**
     * Allows a JWKS URL without TLS.
     *
     * @return true to allow it for all hosts
     */
    @WithDefault("false")
    @Description("Allows http for jwt.jwks-url. Anyone on the network path can then forge tokens.")
    boolean allowHttp();

    /**
     * The accepted algorithms.
     *
     * @return names of algorithms; empty for all that are safe with the keys
     */
    @Description(
            "The accepted algorithms. When not set: RS, PS and ES with 256, 384 and 512, and EdDSA; with jwt.secret: HS256, HS384 and "
                    + "HS512. Each key accepts only the algorithms of its type.")
    Optional<List<String>> algorithms();

    /**
     * The issuer of accepted tokens.
     *
     * @return the value of {@code iss}
     */
    @Description("The issuer (iss) of accepted tokens. jwt.issuer or jwt.audience is required.")
    Optional<String> issuer();

    /**
     * The audience of accepted tokens.
     *
     * @return values of {@code aud}, one of which a token must have
     */
    @Description("The accepted audiences (aud); a token must have one of them. jwt.issuer or jwt.audience is required.")
    Optional<List<String>> audience();

    /**
     * The accepted values of {@code typ}.
     *
     * @return compared case-insensitively; a token without {@code typ} is accepted
     */
    @WithDefault("JWT,at+jwt")
    @Description("The accepted types (typ). A token without a type is accepted.")
    List<String> types();

    /**
     * Further claims that a token must have.
     *
     * @return names of claims
     */
    @Description("Claims that a token must have, besides exp.")
    Optional<List<String>> requiredClaims();

    /**
     * The difference between the clocks of the provider and of this server.
     *
     * @return the tolerance, at most 60 s
     */
    @WithDefault("30s")
    @WithConverter(Skew.class)
    @Description(
            "How far the provider's clock may differ from this server's when exp and nbf are checked, at most 60s.")
    Duration clockSkew();

    /**
     * The claim with the name of the user.
     *
     * @return a path
     */
    @WithDefault("sub")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The claim with the name of the user, or a path such as user.name for a nested claim.")
    String nameClaim();

    /**
     * The claims with roles.
     *
     * @return paths
     */
    @Description(
            "The claims with roles: paths such as realm_access.roles. Each is an array, or text with blanks between the roles, like "
                    + "scope.")
    Optional<List<String>> roleClaims();

    /**
     * The realm of the challenge.
     *
     * @return without quotation marks
     */
    @WithDefault("api")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The realm in the WWW-Authenticate header of a 401.")
    String realm();

    /**
     * The time after which the keys are fetched again.
     *
     * @return one second or more
     */
    @WithDefault("15m")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How often the keys are fetched from jwt.jwks-url.")
    Duration refreshInterval();

    /**
     * The least time between two fetches of the keys.
     *
     * @return holds for all reasons of a fetch together, besides which known networks have one fetch in a second
     */
    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The minimum time between two fetches from jwt.jwks-url, even if tokens name unknown keys.")
    Duration minRefreshInterval();

    /**
     * The time limit of a fetch.
     *
     * @return the longest time, from connecting to the last byte
     */
    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit of a fetch from jwt.jwks-url.")
    Duration timeout();

    /**
     * The number of verified tokens that are kept.
     *
     * @return 0 for none
     */
    @WithDefault("5000")
    @WithConverter(Ranges.Kept.class)
    @Description("How many verified tokens are cached until they expire, about 2 KiB each. 0 for none.")
    int maxCachedTokens();

    /**
     * The number of refused tokens that are kept.
     *
     * @return 0 for none
     */
    @WithDefault("5000")
    @WithConverter(Ranges.Kept.class)
    @Description("How many refused tokens are cached for 5 s. 0 for none.")
    int maxCachedRefusals();

    /**
     * The number of tokens with a wrong proof that are verified for one client network in a second.
     *
     * @return further unknown tokens of this network are answered 503 for the rest of the second
     */
    @WithDefault("200")
    @WithConverter(Ranges.Positive.class)
    @Description(
            "How many tokens with a wrong signature one client network may send in a second. After that, its unknown tokens get a 503 "
                    + "for the rest of the second; tokens that were verified before are still accepted.")
    int maxFailedProofs();

    /**
     * The number of threads that check signatures of elliptic curves.
     *
     * @return the number, at least one
     */
    @WithDefault("2")
    @WithConverter(Ranges.Threads.class)
    @Description("How many threads verify ES and EdDSA signatures; RS, PS and HS are verified on the event loops.")
    int verificationThreads();

    /**
     * The number of tokens that wait for these threads.
     *
     * @return further ones are answered 503
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Threads.class)
    @Description("How many tokens can wait for jwt.verification-threads; further ones get a 503.")
    int verificationQueue();
}
