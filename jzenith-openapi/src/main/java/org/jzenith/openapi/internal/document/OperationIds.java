package org.jzenith.openapi.internal.document;

import io.swagger.v3.oas.annotations.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepProvider;

/** Finds ids that {@code @Operation} gives to several operations of a listener. It adds no steps. */
public final class OperationIds implements StepProvider {

    private boolean given;

    /** Returns the id that a method has by {@code @Operation}; empty if it has none. */
    static String of(final MethodModel method) {
        final Operation annotation = method.annotated().getAnnotation(Operation.class);
        return annotation == null ? "" : annotation.operationId();
    }

    @Override
    public void addTo(final MethodSteps steps) {
        given |= !of(steps.method()).isEmpty();
    }

    @Override
    public void check(final Supplier<List<MethodRoute>> routes) {
        if (!given) {
            return;
        }
        final Map<String, Map<String, String>> byId = new TreeMap<>();
        routes.get().stream()
                .filter(route -> !ApiDocument.isHidden(route.method())
                        && !of(route.method()).isEmpty())
                .forEach(route -> {
                    final Map<String, String> operations =
                            byId.computeIfAbsent(of(route.method()), id -> new LinkedHashMap<>());
                    // two methods of one operation, which differ by media types, may share its id
                    route.method()
                            .httpMethods()
                            .forEach(http -> operations.putIfAbsent(
                                    http + " "
                                            + PathTemplate.of(route.template()).shape(),
                                    http + " " + route.template() + " (" + route.method() + ")"));
                });
        final List<StartProblem> problems = new ArrayList<>();
        byId.forEach((id, operations) -> {
            if (operations.size() > 1) {
                problems.add(StartProblem.of(operations.size() + " operations have the operationId '" + id + "': "
                                + String.join(
                                        ", ",
                                        operations.values().stream().sorted().toList())
                                + ".")
                        .from("@Operation")
                        .remedy("Choose unique ids, or remove them: jZenith then generates unique ones."));
            }
        });
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }
}
