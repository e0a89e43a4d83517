package org.jzenith.rest;

import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;

/** The text that {@code --routes} prints. */
final class RouteListing {

    private static final List<String> TITLES =
            List.of("METHOD", "PATH", "JAVA METHOD", "CONSUMES", "PRODUCES", "STEPS");

    private RouteListing() {}

    static String of(final List<MethodRoute> routes) {
        final List<List<String>> rows = new ArrayList<>(List.of(TITLES));
        routes.forEach(route -> rows.add(row(route)));
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
