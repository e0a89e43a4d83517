package org.jzenith.security.authorization;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lists all resource methods, mounts and WebSockets of the application, and who may call them. To notice each change of a permission,
 * compare {@link #toString} with a file in a test. The table can be injected from the {@code prepare} phase of plugins on. Immutable.
 *
 * @param rows sorted by listener, path and methods
 */
public record AccessTable(List<Row> rows) {

    /**
     * A resource method, a mount or a part of one.
     *
     * @param listener name of the plugin with the listener
     * @param methods the HTTP methods of a resource method or a mount's route; {@code locator} for a locator whose sub-resource is known at
     *     run time only; {@code mount} otherwise
     * @param path the template of a resource method, route or WebSocket, or the path of a mount
     * @param access those who may call it, for example {@code roles admin}; {@code everyone} if there is no rule
     * @param why the rule that
     *     decides, for example {@code @RolesAllowed on OrderResource}
     */
    public record Row(String listener, String methods, String path, String access, String why) {}

    /**
     * Creates a table.
     *
     * @param rows the rows in their order
     */
    public AccessTable {
        rows = List.copyOf(rows);
    }

    /** Returns a line for each row, in columns. */
    @Override
    public String toString() {
        final List<List<String>> lines = rows.stream()
                .map(row -> List.of(row.listener(), row.methods(), row.path(), row.access(), row.why()))
                .toList();
        final int[] widths = IntStream.range(0, 4)
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return lines.stream()
                .map(line -> IntStream.range(0, widths.length)
                        .mapToObj(column -> line.get(column)
                                + " "
                                        .repeat(widths[column]
                                                + 2
                                                - line.get(column).length()))
                        .collect(Collectors.joining("", "", line.get(widths.length))))
                .collect(Collectors.joining("\n"));
    }
}
