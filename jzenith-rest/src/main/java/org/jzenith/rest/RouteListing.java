package org.jzenith.rest;

import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;

/** The text that {@code --routes} prints: the resource methods and the routes of mounts. */
final class RouteListing {

    private static final List<String> TITLES =
            List.of("METHOD", "PATH", "JAVA METHOD", "CONSUMES", "PRODUCES", "STEPS");

    private RouteListing() {}

    /**
     * A route of a mount.
     *
     * @param access the decision about access and its origin; empty if there is none
     */
    record Mounted(MountPart part, String access) {

        private List<String> row() {
            final MountRoute route = Objects.requireNonNull(part.route());
            return List.of(
                    route.method().name(),
                    part.path(),
                    route.origin().isEmpty() ? part.handler().getSimpleName() : route.origin(),
                    route.requestSchema().isEmpty() ? "-" : "application/json",
                    route.responses().values().stream().allMatch(String::isEmpty) ? "-" : "application/json",
                    access);
        }
    }

    static String of(final List<MethodRoute> routes, final List<Mounted> mounted) {
        final List<List<String>> rows = new ArrayList<>();
        routes.forEach(route -> rows.add(row(route)));
        mounted.forEach(route -> rows.add(route.row()));
        rows.sort(Comparator.comparing(row -> row.get(1)));
        rows.add(0, TITLES);
        final int[] widths = new int[TITLES.size() - 1];
        for (final List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    }

    private static List<String> row(final MethodRoute route) {
        final MethodModel method = route.method();
        return List.of(
                method.isLocator() ? "locator" : String.join(" ", method.httpMethods()),
                route.template(),
                method.toString(),
                text(method.consumes()),
                text(method.produces()),
                String.join(", ", route.steps()));
    }

    private static String text(final List<MediaType> types) {
        return types.isEmpty() ? "-" : types.stream().map(MediaType::toString).collect(Collectors.joining(" "));
    }

    private static String line(final List<String> row, final int[] widths) {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        return line.append(row.get(widths.length)).toString();
    }
}
