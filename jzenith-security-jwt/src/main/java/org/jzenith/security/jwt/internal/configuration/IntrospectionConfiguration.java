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

/** The settings of token introspection. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "introspection")
public interface IntrospectionConfiguration {

    /**
     * The introspection endpoint.
     *
     * @return an absolute URL
     */
    @Description(
            "The URL of the provider's introspection endpoint. It must be https, except on a loopback address; see "
                    + "introspection.allow-http.")
    Optional<String> url();

    /**
     * Allows a URL without TLS.
     *
     * @return true to allow it for all hosts
     */
    @WithDefault("false")
    @Description("Allows http for introspection.url. Anyone on the network path can then read and forge tokens.")
    boolean allowHttp();

    /**
     * The identifier of this application at the provider.
     *
     * @return the user name of basic authentication
     */
    @Description("The client identifier of this application at the provider.")
    Optional<String> clientId();

    /**
     * The secret of this application at the provider.
     *
     * @return the password of basic authentication
     */
    @Description("The client secret of this application at the provider.")
    Optional<Secret<String>> clientSecret();

    /**
     * The issuer of accepted tokens.
     *
     * @return the value of {@code iss}; empty for any
     */
    @Description("The issuer (iss) that the provider must report. When not set, any issuer is accepted.")
    Optional<String> issuer();

    /**
     * The audience of accepted tokens.
     *
     * @return values of {@code aud}, one of which a token must have; empty for any
     */
    @Description(
            "The accepted audiences (aud); the provider must report one of them. When not set, any audience is accepted.")
    Optional<List<String>> audience();

    /**
     * The claim with the name of the user.
     *
     * @return a path
     */
    @WithDefault("sub")
    @WithConverter(Ranges.NotBlank.class)
    @Description("The member of the response with the name of the user, such as sub or username.")
    String nameClaim();

    /**
     * The claims with roles.
     *
     * @return paths
     */
    @Description(
            "The members of the response with roles: paths such as realm_access.roles. Each is an array, or text with blanks between the "
                    + "roles, like scope.")
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
     * The time for which an active token is kept.
     *
     * @return a token that the provider revokes is accepted for this time; 0 to ask for each request
     */
    @WithDefault("10s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description(
            "How long an active token is cached. A token that the provider has revoked is accepted until then. 0s to call the provider "
                    + "for each request.")
    Duration cacheFor();

    /**
     * The time limit of a call.
     *
     * @return the longest time, from connecting to the last byte
     */
    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("The time limit of a call to introspection.url; then the request gets a 503.")
    Duration timeout();

    /**
     * The number of calls at once.
     *
     * @return the connections to the provider
     */
    @WithDefault("16")
    @WithConverter(Ranges.Threads.class)
    @Description("How many calls to introspection.url can run at once.")
    int maxConnections();

    /**
     * The number of calls that wait for a connection.
     *
     * @return further ones are answered 503
     */
    @WithDefault("1000")
    @WithConverter(Ranges.Threads.class)
    @Description(
            "How many tokens can wait for introspection.max-connections; further ones get a 503. Tokens that were active before go "
                    + "first, and can displace others.")
    int maxWaiting();

    /**
     * The number of active tokens that are kept.
     *
     * @return 0 for none
     */
    @WithDefault("5000")
    @WithConverter(Ranges.Kept.class)
    @Description("How many active tokens are cached, about 2 KiB each. 0 for none.")
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
}
