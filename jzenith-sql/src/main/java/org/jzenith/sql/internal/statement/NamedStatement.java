package org.jzenith.sql.internal.statement;

import com.google.common.base.Ascii;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.text.SqlScanner;
import org.jzenith.sql.text.SqlText;

/**
 * A statement whose parameters have names such as {@code :id}, and its text with the parameters that the server knows. Where the database
 * has no arrays, a list becomes as many parameters as it has elements, rounded up to a power of two, so that few different texts are
 * prepared. Immutable.
 */
public final class NamedStatement {

    private static final int LONGEST_NAME = 64;

    private static final int LONGEST_LIST = 1 << 14;

    private static final ClassValue<Map<String, Method>> COMPONENTS = new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(final Class<?> type) {
            final Map<String, Method> all = new LinkedHashMap<>();
            for (final RecordComponent component : type.getRecordComponents()) {
                final Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                all.put(component.getName(), accessor);
            }
            return all;
        }
    };

    private final SqlText text;
    private final @Nullable String prefix;
    private final @Nullable String emptyList;

    /** The different names, in the order of the text. */
    private final List<String> names;

    /** The name of each parameter in the text, as an index of {@link #names}. */
    private final int[] occurrences;

    /** The text before each parameter, and the text after the last one. */
    private final List<String> pieces = new ArrayList<>();

    /** The parameters that stand alone in {@code IN (..)}, where an element may be repeated. */
    private final BitSet inLists = new BitSet();

    private final Numbered withoutLists;

    /**
     * Splits a text.
     *
     * @param text has parameters with names, and no others
     * @param prefix stands before the number of a parameter; null if each is a {@code ?}
     * @param emptyList stands for an empty list; null if a list is sent as an array
     */
    NamedStatement(final SqlText text, final @Nullable String prefix, final @Nullable String emptyList) {
        this.text = text;
        this.prefix = prefix;
        this.emptyList = emptyList;
        final List<String> inText = new ArrayList<>();
        int end = 0;
        String before = "";
        for (final SqlScanner token = text.tokens(); token.next(); ) {
            if (token.kind() == SqlScanner.Kind.NAMED_PARAMETER) {
                inText.add(token.text().substring(1));
                pieces.add(text.sql().substring(end, token.start()));
                end = token.end();
                before = before.equals("IN(") ? "IN(:" : "";
            } else if (token.kind() != SqlScanner.Kind.COMMENT) {
                if (token.is(')') && before.equals("IN(:")) {
                    inLists.set(pieces.size() - 1);
                }
                before = token.text().equalsIgnoreCase("IN") ? "IN" : token.is('(') && before.equals("IN") ? "IN(" : "";
            }
        }
        pieces.add(text.sql().substring(end));
        names = inText.stream().distinct().toList();
        final Map<String, Integer> positions = new HashMap<>();
        names.forEach(name -> positions.put(name, positions.size()));
        occurrences = inText.stream().mapToInt(positions::get).toArray();
        withoutLists = numbered(new Object[names.size()]);
    }

    /**
     * A statement as it is sent.
     *
     * @param sql the text with the server's parameters
     * @param names the name of each of these parameters
     * @param values the value of each of these parameters
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Numbered(
            String sql, List<String> names, @Nullable Object[] values) {}

    /** Returns true for an object that has values with names. */
    public static boolean hasNames(final @Nullable Object values) {
        return values instanceof Map || values instanceof Record;
    }

    /** Returns the text for values without lists. */
    public String sql() {
        return withoutLists.sql();
    }

    List<String> parameterNames() {
        return withoutLists.names();
    }

    /**
     * Returns the statement for some values.
     *
     * @param given a map with a value for each name and no others, or a record with a component for each name
     */
    public Numbered bind(final Object given) {
        final @Nullable Object[] byName = byName(given);
        return hasExpandedList(byName)
                ? numbered(byName)
                : new Numbered(withoutLists.sql(), withoutLists.names(), inOrder(byName));
    }

    /** Returns the values of one of several runs, which all have the same text. */
    public @Nullable Object[] valuesOfRun(final Object given) {
        final @Nullable Object[] byName = byName(given);
        if (hasExpandedList(byName)) {
            throw refused(
                    "one of several runs has a list as a value, and this database has no arrays; run the statement "
                            + "once for each list");
        }
        return inOrder(byName);
    }

    private boolean hasExpandedList(final @Nullable Object[] byName) {
        return emptyList != null && Stream.of(byName).anyMatch(Collection.class::isInstance);
    }

    /** Returns true if a name that stands in the text several times is one parameter of the server. */
    private boolean sharesParameters() {
        return prefix != null && emptyList == null;
    }

    private @Nullable Object[] inOrder(final @Nullable Object[] byName) {
        if (sharesParameters()) {
            return byName;
        }
        final @Nullable Object[] values = new Object[occurrences.length];
        Arrays.setAll(values, i -> byName[occurrences[i]]);
        return values;
    }

    private Numbered numbered(final @Nullable Object[] byName) {
        final StringBuilder sql = new StringBuilder();
        final List<String> parameters = new ArrayList<>();
        final List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < occurrences.length; i++) {
            sql.append(pieces.get(i));
            final int index = occurrences[i];
            final String name = names.get(index);
            final Object value = byName[index];
            if (value instanceof final Collection<?> list && emptyList != null) {
                final List<@Nullable Object> elements = elements(list, name, inLists.get(i));
                for (int each = 0; each < elements.size(); each++) {
                    parameters.add(name);
                    sql.append(each == 0 ? "" : ", ").append(parameter(parameters.size()));
                }
                values.addAll(elements);
                sql.append(elements.isEmpty() ? emptyList : "");
            } else if (sharesParameters()) {
                sql.append(parameter(index + 1));
            } else {
                parameters.add(name);
                values.add(value);
                sql.append(parameter(parameters.size()));
            }
        }
        sql.append(pieces.get(occurrences.length));
        return sharesParameters()
                ? new Numbered(sql.toString(), names, byName)
                : new Numbered(sql.toString(), parameters, values.toArray());
    }

    private String parameter(final int number) {
        return prefix == null ? "?" : prefix + number;
    }

    /** If asked for, repeats the last element until their number is a power of two. */
    private List<@Nullable Object> elements(final Collection<?> list, final String name, final boolean padded) {
        final List<@Nullable Object> elements = new ArrayList<>(list);
        final int size = elements.size();
        if (size > LONGEST_LIST) {
            throw refused("the list for :" + name + " has " + size + " elements, but at most " + LONGEST_LIST
                    + " can be sent; send them in several statements");
        }
        if (padded && size > 0) {
            final Object last = elements.get(size - 1);
            while (Integer.bitCount(elements.size()) > 1) {
                elements.add(last);
            }
        }
        return elements;
    }

    private @Nullable Object[] byName(final Object given) {
        final @Nullable Object[] values = new Object[names.size()];
        if (given instanceof final Map<?, ?> map) {
            for (int i = 0; i < values.length; i++) {
                final String name = names.get(i);
                values[i] = map.get(name);
                if (values[i] == null && !map.containsKey(name)) {
                    throw missing(name, map.keySet(), "map");
                }
            }
            if (map.size() > values.length) {
                throw superfluous(map);
            }
        } else {
            final Map<String, Method> components = COMPONENTS.get(given.getClass());
            for (int i = 0; i < values.length; i++) {
                final Method accessor = components.get(names.get(i));
                if (accessor == null) {
                    throw missing(
                            names.get(i),
                            components.keySet(),
                            "record " + given.getClass().getSimpleName());
                }
                values[i] = read(accessor, given);
            }
        }
        return values;
    }

    private static @Nullable Object read(final Method accessor, final Object given) {
        try {
            return accessor.invoke(given);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (final InvocationTargetException e) {
            throw e.getCause() instanceof final RuntimeException thrown
                    ? thrown
                    : new IllegalStateException(e.getCause());
        }
    }

    private InvalidValueException missing(final String name, final Collection<?> known, final String place) {
        final List<String> nearest =
                Suggestions.nearest(name, known.stream().map(String::valueOf).toList());
        return refused("the parameter :" + name + " has no value in the " + place + nearest("", nearest));
    }

    private InvalidValueException superfluous(final Map<?, ?> map) {
        final String name = map.keySet().stream()
                .map(String::valueOf)
                .filter(key -> !names.contains(key))
                .findFirst()
                .map(key -> Ascii.truncate(key, LONGEST_NAME, ".."))
                .orElse("null");
        return refused("the map's key " + LogText.escape(name) + " matches no parameter"
                + nearest(":", Suggestions.nearest(name, names)));
    }

    private static String nearest(final String before, final List<String> names) {
        return names.isEmpty() ? "" : "; the nearest name is " + before + names.get(0);
    }

    private InvalidValueException refused(final String reason) {
        return new InvalidValueException(
                new SqlException.Details("the statement was not sent: " + reason, null, null, text));
    }
}
