package org.jzenith.security.jwt;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of bearer tokens; the description of each says what it means. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "jwt")
public interface JwtConfiguration {

    @WithConverter(Ranges.NotBlank.class)
    @Description("The issuer of the tokens, as in their claim iss.")
    String issuer();

    @Description("The audiences of this service; a token must have one of them in its claim aud.")
    List<String> audience();

    @Description("The URL of the issuer's keys (JWKS): https, or http on this machine.")
    Optional<URI> jwksUrl();

    @Description("A file with the issuer's keys instead of jwks-url: a JWKS, or public keys in PEM.")
    Optional<Path> keyFile();

    @WithDefault("RS256,RS384,RS512,PS256,PS384,PS512,ES256,ES384,ES512,EdDSA")
    @Description("The accepted algorithms of signatures.")
    List<String> algorithms();

    @WithDefault("30s")
    @WithConverter(Ranges.UpToOneMinute.class)
    @Description("How far the clocks of the issuer and of this service may differ; at most 60s.")
    Duration skew();

    @Description(
            "The accepted types in the header typ of a token, for example at+jwt. When not set, JWT, at+jwt or none.")
    Optional<List<String>> types();

    @Description("Claims that a token must have besides iss, aud and exp.")
    Optional<List<String>> requiredClaims();

    @WithDefault("sub")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The claim with the name of the user.")
    String nameClaim();

    @WithDefault("roles")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The path of the claim with the roles, for example realm_access.roles: a list, or a text with spaces.")
    String rolesClaim();

    @WithDefault("10m")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time after which the keys of jwks-url are fetched again.")
    Duration refresh();

    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit for fetching the keys of jwks-url.")
    Duration fetchTimeout();

    @WithDefault("10000")
    @WithConverter(Ranges.Positive.class)
    @Description("The number of verified tokens that are remembered until they expire, and of refused ones, for 10 s.")
    int cacheSize();

    @WithDefault("api")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The realm in the WWW-Authenticate header.")
    String realm();
}
