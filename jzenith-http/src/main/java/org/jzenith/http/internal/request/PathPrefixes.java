package org.jzenith.http.internal.request;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of values by the prefixes of paths. The longest prefix wins, in whole segments: {@code /a} is a prefix of {@code /a/b} and not of
 * {@code /ab}. Mounts and path rules use the same search, so that they cannot disagree. Immutable.
 *
 * @param <T> the type of the values
 */
public final class PathPrefixes<T> {

    /** Characters that need no escape in a path (RFC 3986, 3.3). */
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~!$&'()*+,=:@-]+)*/?");

    private static final Pattern DOT_SEGMENT = Pattern.compile(".*/\\.{1,2}(/.*)?");

    /** The longest prefix first. */
    private final List<Entry<T>> entries;

    private record Entry<T>(String prefix, T value) {}

    private PathPrefixes(final List<Entry<T>> entries) {
        this.entries = entries;
    }

    /**
     * Creates the table.
     *
     * @param values with different prefixes
     * @param prefix of a value, as {@link #checked} returns it
     * @param <T> the type of the values
     * @return a table, without values if there are none
     */
    public static <T> PathPrefixes<T> of(final Collection<T> values, final Function<? super T, String> prefix) {
        return new PathPrefixes<>(values.stream()
                .map(value -> new Entry<T>(prefix.apply(value), value))
                .sorted(Comparator.comparingInt(
                                (Entry<T> entry) -> entry.prefix().length())
                        .reversed())
                .toList());
    }

    /**
     * Checks a prefix.
     *
     * @param path begins with a slash; {@code /} is the prefix of all paths
     * @param owner of the path in the message of the exception, for example {@code of the mount 'files'}
     * @return the path without a trailing slash, so that the root is empty
     * @throws IllegalArgumentException if the path does not begin with a slash, or has a character that must be escaped, a
     *     query, an empty segment or a dot segment
     */
    public static String checked(final String path, final String owner) {
        if (!path.startsWith("/")
                || !PATH.matcher(path).matches()
                || DOT_SEGMENT.matcher(path).matches()) {
            throw new IllegalArgumentException("The path '" + path + "' " + owner
                    + " is not valid. It must start with a slash, and must not have a query, an escape, an empty segment or a dot "
                    + "segment.");
        }
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /**
     * Finds the value with the longest prefix of a path.
     *
     * @param path normalised as in {@link RequestTarget}; may have a query
     * @return null if no prefix matches
     */
    public @Nullable T find(final String path) {
        for (int i = 0; i < entries.size(); i++) { // an iterator would be allocated for each request
            final Entry<T> entry = entries.get(i);
            if (RequestTarget.isBelow(entry.prefix(), path)) {
                return entry.value();
            }
        }
        return null;
    }

    /**
     * Returns true if there are no values.
     *
     * @return true if {@link #find} finds nothing
     */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * Returns all values.
     *
     * @return the longest prefix first
     */
    public List<T> all() {
        return entries.stream().map(Entry::value).toList();
    }
}
