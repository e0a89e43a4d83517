package org.jzenith.security.authorization;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;

/** Finds resource methods and mounts that nobody decided about, if nobody may use them. */
public final class DecisionCheck {

    private DecisionCheck() {}

    /**
     * Looks at everything that the listeners answer.
     *
     * @param injector the application's objects, after the checks of the listeners
     * @throws StartException with a problem for each method and mount without a decision
     */
    public static void check(final Injector injector) {
        if (!injector.getInstance(AuthorizationConfiguration.class).denyByDefault()) {
            return;
        }
        final PathRules paths = injector.getInstance(PathRules.class);
        final List<StartProblem> problems = new ArrayList<>();
        injector.getAllBindings().keySet().stream()
                .filter(key -> key.getTypeLiteral().getRawType() == ResourceMethods.class)
                .forEach(
                        key -> ((ResourceMethods) injector.getInstance(key))
                                .all().stream()
                                        .filter(route -> AccessSteps.decisionOf(route.method()) == null
                                                && paths.of(fixedPart(route.template())) == null)
                                        .forEach(
                                                route -> problems.add(
                                                        problem(
                                                                name(route),
                                                                "Annotate the method or its class with"
                                                                        + " @RolesAllowed, @Authenticated or @PermitAll, or add its path with withPath(..)."))));
        final Binding<Set<HttpMount>> mounts =
                injector.getExistingBinding(Key.get(new TypeLiteral<Set<HttpMount>>() {}));
        if (mounts != null) {
            mounts.getProvider().get().stream()
                    .filter(mount -> paths.of(mount.path()) == null)
                    .forEach(mount -> problems.add(problem(
                            "the mount " + mount,
                            "Add its path to SecurityPlugin with withPath(..), for example Access.everyone().")));
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
    }

    private static String name(final MethodRoute route) {
        return String.join(", ", route.method().httpMethods()) + " " + route.template() + ", " + route.method();
    }

    private static StartProblem problem(final String what, final String remedy) {
        return StartProblem.of("Nobody decided who may use " + what + ".")
                .from("security.deny-by-default")
                .remedy(remedy);
    }

    private static String fixedPart(final String template) {
        final int parameter = template.indexOf('{');
        return parameter < 0 ? template : template.substring(0, template.lastIndexOf('/', parameter));
    }
}
