package org.jzenith.rest.internal.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMounts;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.rest.pipeline.MethodRoute;

/** Looks for routes of mounts that no request reaches, because a resource method matches all their paths and comes first. */
final class MountedRouteCheck {

    private MountedRouteCheck() {}

    /**
     * Returns a problem for each such route.
     *
     * @param mounts the mounts of the listener
     * @param basePath the base path of all resources
     * @param methods the resource methods of the listener, with their whole paths
     */
    static List<StartProblem> problems(
            final HttpMounts mounts, final String basePath, final List<MethodRoute> methods) {
        final List<StartProblem> problems = new ArrayList<>();
        for (final MountPart route : mounts.routes()) {
            final List<PathTemplate.Segment> segments = segments(route.template());
            final String method = Objects.requireNonNull(route.route()).method().name();
            methods.stream()
                    .filter(each -> !each.method().isLocator()
                            && covers(segments(each.template()), segments)
                            && mounts.hiding(PathTemplate.fixed(route.template()), basePath) == null)
                    .min(Comparator.comparing(
                            each -> !each.method().httpMethods().contains(method)))
                    .ifPresent(each -> problems.add(problem(route, each)));
        }
        return problems;
    }

    private static List<PathTemplate.Segment> segments(final String template) {
        return PathTemplate.of(template.replaceFirst("/$", "")).segments();
    }

    private static boolean covers(final List<PathTemplate.Segment> method, final List<PathTemplate.Segment> route) {
        return method.size() == route.size()
                && IntStream.range(0, route.size())
                        .allMatch(i -> method.get(i).content() == PathTemplate.Content.PARAMETER
                                || method.get(i).equals(route.get(i)));
    }

    private static StartProblem problem(final MountPart route, final MethodRoute method) {
        return StartProblem.of(
                        "No request reaches the route " + route + ": the resource method " + method.method() + " ("
                                + String.join(" ", method.method().httpMethods()) + " " + method.template()
                                + ") matches its path, and resource methods come first.")
                .from(route + " and " + method.method())
                .remedy("Remove one of them, or change its path.");
    }
}
