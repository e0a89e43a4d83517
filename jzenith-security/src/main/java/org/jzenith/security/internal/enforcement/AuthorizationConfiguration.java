package org.jzenith.security.internal.enforcement;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Map;
import org.jzenith.core.configuration.Description;

/** The settings of permissions. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "security")
public interface AuthorizationConfiguration {

    /**
     * The treatment of resource methods, mounts and WebSockets without a decision.
     *
     * @return true if they fail startup, and are denied if they are known only at run time; false if everyone may call them
     */
    @WithDefault("false")
    @Description(
            "Fails startup if a resource method, mount or WebSocket has neither an access annotation nor a path rule."
                    + " Startup cannot check sub-resources whose class is known only at run time. Requests to their methods without"
                    + " an access annotation or path rule are denied.")
    boolean denyByDefault();

    /**
     * The response to anonymous clients for unknown paths.
     *
     * @return true for 401, as for a protected path; false for 404
     */
    @WithDefault("false")
    @Description("Anonymous clients get a 401 instead of a 404 at unknown paths.")
    boolean hideUnknownPaths();

    /**
     * The access by path, for mounts, WebSockets and resource methods without an access annotation.
     *
     * @return the rules by path, with the context path: {@code everyone}, {@code authenticated}, {@code nobody}, or for example {@code
     *     roles auditor, admin}
     */
    @Description(
            "The access to a path and all below it, unless an annotation decides: everyone, authenticated, nobody, or roles"
                    + " with their names, such as security.paths.\"/reports\"=roles auditor, admin. The longest path applies."
                    + " Replaces withPath(..) for the same path.")
    Map<String, String> paths();
}
