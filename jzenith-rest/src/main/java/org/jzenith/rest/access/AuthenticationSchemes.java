package org.jzenith.rest.access;

import java.util.List;
import java.util.Optional;

/**
 * The authentication schemes of the application. A plugin that authenticates requests binds this interface, so that other plugins can
 * describe the API. Safe for use by many threads.
 */
@FunctionalInterface
public interface AuthenticationSchemes {

    /**
     * Returns the schemes.
     *
     * @return in the order in which they are tried
     */
    List<Scheme> all();

    /**
     * One way to authenticate.
     *
     * @param name unique in the application, such as {@code basic}
     * @param challenge the value in {@code WWW-Authenticate}, such as {@code Basic realm="orders"}; empty for a scheme without one, such as
     *     a client certificate or a cookie
     * @param cookie the name of the cookie with the credentials; empty if the credentials are not in a cookie
     */
    record Scheme(String name, Optional<String> challenge, Optional<String> cookie) {}
}
