package org.jzenith.security.authorization;

import com.google.inject.Provider;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.Annotation;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Gives each resource method and locator the step that asks for its decision; none where everyone may call it. */
public final class AccessSteps implements StepProvider {

    /** The class of the health checks of jZenith, which load balancers read without credentials. */
    private static final String BUILT_IN = "org.jzenith.rest.";

    private static final Object LOCATOR_DECIDED = new Object();

    private final Provider<Authorization> authorization;
    private final PathRules paths;
    private final Provider<AuthorizationConfiguration> settings;

    /**
     * Creates it.
     *
     * @param authorization applies decisions
     * @param paths rules for methods without annotations
     * @param settings say what happens without a decision
     */
    public AccessSteps(
            final Provider<Authorization> authorization,
            final PathRules paths,
            final Provider<AuthorizationConfiguration> settings) {
        this.authorization = authorization;
        this.paths = paths;
        this.settings = settings;
    }

    @Override
    public Set<Class<? extends Annotation>> enforcedAnnotations() {
        return AnnotatedAccess.TYPES;
    }

    /** Returns the decision of the annotations of a method; null if there is none. */
    static @Nullable Decision decisionOf(final MethodModel method) {
        final Decision decision = AnnotatedAccess.of(method.getResourceClass(), method.getResourceMethod());
        return decision == null && method.getResourceClass().getName().startsWith(BUILT_IN)
                ? new Decision(Access.everyone(), "jZenith")
                : decision;
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final Decision decision = decisionOf(steps.method());
        if (decision == null) {
            if (!paths.isEmpty() || settings.get().denyByDefault()) {
                steps.add(
                        StepPhase.AUTHORIZE, new CheckPath(this, steps.method().toString()));
            }
        } else if (decision.access() != Access.everyone()) {
            steps.add(StepPhase.AUTHORIZE, new CheckAccess(this, decision, false));
        } else if (!paths.isEmpty() && decision.reason().equals("jZenith")) {
            steps.add(StepPhase.AUTHORIZE, new CheckPath(this, null));
        }
    }

    /** The decision about a locator holds for all methods behind it, besides their own. */
    @Override
    public void addToLocator(final MethodSteps steps) {
        final Decision decision = decisionOf(steps.method());
        if (decision != null) {
            steps.add(StepPhase.AUTHORIZE, new CheckAccess(this, decision, true));
        }
    }

    private boolean pass(final Invocation invocation, final @Nullable Decision decision) {
        final GuardDecision refusal = decision == null
                ? null
                : authorization.get().refusal(invocation.exchange().request(), decision);
        if (refusal == null) {
            return true;
        }
        final Response.ResponseBuilder response = Response.status(refusal.status());
        refusal.headers().forEach(response::header);
        throw new WebApplicationException(refusal.detail(), response.build());
    }

    private record CheckAccess(AccessSteps access, Decision decision, boolean isLocator) implements Step {

        @Override
        public boolean run(final Invocation invocation) {
            if (isLocator) {
                invocation.exchange().context().scoped(LOCATOR_DECIDED, () -> Boolean.TRUE);
            }
            return access.pass(invocation, decision);
        }

        @Override
        public String description() {
            return decision.toString();
        }
    }

    /** @param undecided the name of a method that nobody may call without a rule; null if everyone may */
    private record CheckPath(AccessSteps access, @Nullable String undecided) implements Step {

        @Override
        public boolean run(final Invocation invocation) {
            final Decision found = access.paths.of(invocation.exchange().request());
            if (found == null
                    && undecided != null
                    && access.settings.get().denyByDefault()
                    && !isDecidedByLocator(invocation.exchange().context())) {
                return access.pass(invocation, Authorization.nobodyDecided(undecided));
            }
            return access.pass(invocation, found);
        }

        private static boolean isDecidedByLocator(final RequestContext context) {
            return context.scopedIfPresent(LOCATOR_DECIDED) != null;
        }

        @Override
        public String description() {
            return "access by path";
        }
    }
}
