package org.jzenith.security.internal.enforcement;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Objects;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.security.authorization.AccessPolicy;

/** Decides about the calls of a method or locator with an access annotation. */
final class Authorize implements RestStep {

    private final Decision decision;
    private final Denials denials;

    Authorize(final Decision decision, final Denials denials) {
        this.decision = decision;
        this.denials = denials;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        if (!decision.access().allows(invocation.exchange().context().identity())) {
            throw DeniedInvocation.of(denials.refuse(invocation.exchange().request(), decision));
        }
        final AccessPolicy policy = decision.policy();
        if (policy == null) {
            return true;
        }
        final Single<Boolean> allowed = Objects.requireNonNull(
                policy.isAllowed(new InvocationRequest(invocation)),
                () -> "The policy " + policy.getClass().getName() + " returned null instead of a Single.");
        invocation.suspendUntil(allowed.flatMapCompletable(yes -> yes
                ? Completable.complete()
                : Completable.error(() ->
                        DeniedInvocation.of(denials.refuse(invocation.exchange().request(), decision.description())))));
        return false;
    }

    @Override
    public String description() {
        return decision.description();
    }

    @Override
    public RouteAccess access(final String listener, final String template) {
        return decision.route();
    }
}
