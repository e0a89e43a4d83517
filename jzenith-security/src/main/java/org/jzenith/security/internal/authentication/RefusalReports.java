package org.jzenith.security.internal.authentication;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.security.observe.SecurityEvent;

/** Internal: reports refused requests to the observers of security and of operations. Safe for use by many threads. */
public final class RefusalReports {

    private static final String SOURCE = "security";
    private static final String AUTHENTICATION = "authentication";
    private static final String AUTHORIZATION = "authorization";

    private final @Nullable EventEmitter<SecurityEvent.Refused> refused;
    private final @Nullable EventEmitter<SecurityEvent.Denied> denied;
    private final @Nullable WorkEmitter authentications;
    private final @Nullable WorkEmitter authorizations;

    /**
     * Finds the observers.
     *
     * @param observers those of the application
     */
    public RefusalReports(final Observers observers) {
        this.refused = observers.of(SecurityEvent.Refused.class);
        this.denied = observers.of(SecurityEvent.Denied.class);
        this.authentications = observers.ofWork(AUTHENTICATION);
        this.authorizations = observers.ofWork(AUTHORIZATION);
    }

    /**
     * Reports wrong credentials, or too many attempts.
     *
     * @param request the context of the request
     * @param mechanism name of the mechanism
     * @param reason the reason, without credentials
     */
    public void refused(final RequestContext request, final String mechanism, final String reason) {
        if (refused != null) {
            refused.emit(new SecurityEvent.Refused(request, mechanism, reason));
        }
        if (authentications != null) {
            authentications.rejected(operation(AUTHENTICATION, mechanism, request), reason);
        }
    }

    /**
     * Reports a request without permission.
     *
     * @param request the context of the request
     * @param identity null if nobody was authenticated
     * @param rule the rule that denied it
     */
    public void denied(final RequestContext request, final @Nullable Identity identity, final String rule) {
        if (denied != null) {
            denied.emit(new SecurityEvent.Denied(request, identity, rule));
        }
        if (authorizations != null) {
            authorizations.rejected(operation(AUTHORIZATION, AUTHORIZATION, request), rule);
        }
    }

    private static Operation operation(final String kind, final String name, final RequestContext request) {
        return Operation.of(Operation.Role.STEP, kind, SOURCE, name, request, List.of());
    }
}
