package org.jzenith.sql.internal.record;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jzenith.sql.internal.record.RecordShape.Component;
import org.jzenith.sql.internal.sqlclient.Columns;
import org.jzenith.sql.internal.value.Conversions;

/**
 * Finds the columns of components. A component takes the column with its name. Case and underscores do not matter, unless several columns
 * then have the name. A record in a component takes the column, or all columns with the name and an underscore before theirs.
 */
final class RecordCompiler {

    private final Columns columns;

    RecordCompiler(final Columns columns) {
        this.columns = columns;
    }

    /** A column, by its name without the prefix of the record. */
    private record NamedColumn(String name, int position) {}

    /** Reads the only column. */
    RowPart only(final Class<?> type) {
        final String target = "as(" + type.getSimpleName() + ".class)";
        if (columns.size() != 1) {
            throw columns.failure(target + " reads one column, and the result has " + columns.size() + ": " + columns
                    + "; select one column, or use a record");
        }
        return new ColumnPart(
                columns, 0, type, target, "use COALESCE in the statement, or map(row -> Optional.ofNullable(..))");
    }

    /** Reads a record from all columns. */
    RowPart record(final RecordShape shape) {
        final List<NamedColumn> all = IntStream.range(0, columns.size())
                .mapToObj(position -> new NamedColumn(columns.get(position).name(), position))
                .toList();
        return new RowPart.OfRecord(parts(shape, "", all), shape.constructor(), false);
    }

    private RowPart[] parts(final RecordShape shape, final String prefix, final List<NamedColumn> among) {
        return shape.components().stream()
                .map(component -> part(shape, component, prefix, among))
                .toArray(RowPart[]::new);
    }

    private RowPart part(
            final RecordShape shape, final Component component, final String prefix, final List<NamedColumn> among) {
        final String name = component.name();
        final String target =
                "the component " + name + " of the record " + shape.type().getSimpleName();
        final Type type = component.type();
        final List<NamedColumn> found = named(name, among);
        if (found.size() > 1) {
            throw columns.failure("there are " + found.size() + " columns for " + target
                    + "; give each its own name with AS. The" + " columns are: " + columns);
        }
        if (!found.isEmpty()) {
            return new ColumnPart(
                    columns,
                    found.get(0).position(),
                    type,
                    target,
                    component.isPrimitive()
                            ? "declare it as " + Conversions.classOf(type).getSimpleName()
                                    + ", or use COALESCE in the statement"
                            : null);
        }
        final Class<?> nested = Conversions.classOf(type);
        final List<NamedColumn> prefixed =
                nested.isRecord() && !columns.conversions().isConverted(nested) ? prefixed(name, among) : List.of();
        if (prefixed.isEmpty()) {
            throw columns.failure("there is no column for " + target + "; select one, and name it " + prefix
                    + snake(name)
                    + (nested.isRecord()
                            ? ", or select the columns of that record as " + prefix + snake(name) + "_.."
                            : "")
                    + " with AS. The columns are: " + columns);
        }
        final RecordShape inner = RecordShape.of(nested);
        return new RowPart.OfRecord(parts(inner, prefix + snake(name) + "_", prefixed), inner.constructor(), true);
    }

    private static List<NamedColumn> named(final String name, final List<NamedColumn> among) {
        final List<NamedColumn> exact = filter(among, each -> each.equals(name));
        return exact.isEmpty() ? filter(among, each -> plain(each).equals(plain(name))) : exact;
    }

    private static List<NamedColumn> filter(final List<NamedColumn> among, final Predicate<String> names) {
        return among.stream().filter(each -> names.test(each.name())).toList();
    }

    /** The columns whose names begin with a name and an underscore, without these. */
    private static List<NamedColumn> prefixed(final String name, final List<NamedColumn> among) {
        final List<NamedColumn> found = new ArrayList<>();
        for (final NamedColumn column : among) {
            final String full = column.name();
            IntStream.range(1, full.length() - 1)
                    .filter(end -> full.charAt(end) == '_'
                            && plain(full.substring(0, end)).equals(plain(name)))
                    .findFirst()
                    .ifPresent(end -> found.add(new NamedColumn(full.substring(end + 1), column.position())));
        }
        return found;
    }

    private static String plain(final String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    static String snake(final String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
