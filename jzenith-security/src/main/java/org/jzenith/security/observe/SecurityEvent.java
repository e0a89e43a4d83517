package org.jzenith.security.observe;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Event;

/** An event of authentication or authorization, for audit logs and metrics. Observers are called on the thread that decided. */
public sealed interface SecurityEvent extends Event {

    /**
     * A request has valid credentials.
     *
     * @param request the context of the request
     * @param identity the user or program
     */
    record Authenticated(RequestContext request, Identity identity) implements SecurityEvent {}

    /**
     * A request has wrong credentials, or too many attempts have failed.
     *
     * @param request the context of the request
     * @param mechanism name of the mechanism that refused it
     * @param reason the reason, for logs, not for the client; without credentials
     */
    record Refused(RequestContext request, String mechanism, String reason) implements SecurityEvent {}

    /**
     * A request was denied.
     *
     * @param request the context of the request
     * @param identity null if no user was authenticated
     * @param rule the rule that denied it, for example {@code @RolesAllowed("admin") on OrderResource.all}
     */
    record Denied(RequestContext request, @Nullable Identity identity, String rule) implements SecurityEvent {}

    /**
     * A user has logged in to a session.
     *
     * @param request the context of the request
     * @param identity the user
     */
    record LoggedIn(RequestContext request, Identity identity) implements SecurityEvent {}

    /**
     * A user has logged out of a session.
     *
     * @param request the context of the request
     * @param user name of the user
     */
    record LoggedOut(RequestContext request, String user) implements SecurityEvent {}

    /**
     * The keys of a source have changed.
     *
     * @param source the source, for example the URL of a JWKS
     * @param keys number of keys that are valid now
     */
    record KeysChanged(String source, int keys) implements SecurityEvent {}
}
