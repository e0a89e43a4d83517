package org.jzenith.docs;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;

/** Refuses to start with a resource method that has no {@code @Deadline}. */
public final class DeadlinesPlugin implements Plugin {

    /** Creates the plugin. */
    public DeadlinesPlugin() {}

    @Override
    public String name() {
        return "deadlines";
    }

    @Override
    public Set<String> requires() {
        return Set.of("rest");
    }

    // region prepare
    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = injector.getInstance(ResourceMethods.class).all().stream()
                    .filter(route ->
                            !route.method().isLocator() && route.method().annotation(Deadline.class) == null)
                    .map(DeadlinesPlugin::problem)
                    .toList();
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }
    // endregion

    private static StartProblem problem(final MethodRoute route) {
        return StartProblem.of(
                        "The path " + route.template() + " has a method without a deadline: " + route.method() + ".")
                .from(route.method().getResourceClass().getName())
                .remedy("Annotate the method or its class with @Deadline.");
    }
}
