package org.jzenith.restclient.internal.configuration;

import io.smallrye.config.Secret;
import java.util.Optional;
import org.jzenith.core.configuration.Description;

/** The client credentials of a client (RFC 6749, 4.4); a group of settings. Immutable and safe for use by many threads. */
public interface ClientCredentialsConfiguration {

    /**
     * The token endpoint.
     *
     * @return an absolute URL, which may have a query
     */
    @Description("The URL of the provider's token endpoint. Each call sends an access token from it. Requests to it "
            + "use the client's TLS and proxy settings.")
    String tokenUrl();

    /**
     * The identifier of this application at the provider.
     *
     * @return the user name of basic authentication
     */
    @Description("The client identifier of this application at the provider.")
    String clientId();

    /**
     * The secret of this application at the provider.
     *
     * @return the password of basic authentication
     */
    @Description("The client secret of this application at the provider.")
    Secret<String> clientSecret();

    /**
     * The scope of the token.
     *
     * @return words with spaces between; empty for the provider's default
     */
    @Description("The scopes of the token, separated by spaces. Defaults to those of the provider.")
    Optional<String> scope();
}
