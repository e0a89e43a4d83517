package org.jzenith.security.internal.enforcement;

import com.google.inject.Provider;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Adds a step to each resource method and locator about which an annotation or a parameter decides, or a path may decide. */
final class AuthorizationSteps implements StepProvider {

    private final Provider<Authorization> authorization;

    /** The locators with their own decision, which holds for all methods behind them. */
    private final Set<MethodModel> decidedLocators = ConcurrentHashMap.newKeySet();

    AuthorizationSteps(final Provider<Authorization> authorization) {
        this.authorization = authorization;
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final Authorization known = authorization.get();
        final MethodModel method = steps.method();
        final Decision declared = known.declared(method);
        if (declared != null) {
            steps.add(StepPhase.AUTHORIZE, new Authorize(declared, known.denials()));
        } else if (known.decidesByPath()) {
            steps.add(
                    StepPhase.AUTHORIZE,
                    new AuthorizeByPath(
                            method,
                            known.rules(),
                            known.denials(),
                            known.deniesUndecided(method) ? decidedLocators : null));
        }
        final Decision ofCaller = CallerArgument.decision(method, declared);
        if (ofCaller != null) {
            steps.add(StepPhase.AUTHORIZE, new Authorize(ofCaller, known.denials()));
        }
    }

    @Override
    public void addToLocator(final MethodSteps steps) {
        addTo(steps);
        if (authorization.get().declared(steps.method()) != null) {
            decidedLocators.add(steps.method());
        }
    }

    @Override
    public Set<Class<? extends Annotation>> enforcedAnnotations() {
        return AnnotatedAccess.TYPES;
    }

    @Override
    public void check(final Supplier<List<MethodRoute>> routes) {
        authorization.get().checkMethods(routes);
    }
}
