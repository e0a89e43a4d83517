package org.jzenith.postgresql.internal.pgclient;

import io.vertx.pgclient.PgException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.text.SqlScanner;
import org.jzenith.sql.text.SqlText;

/** The server's message of an error, without the values that it may contain. */
final class ServerWords {

    static final String RAISED = "code in the database raised an error";

    private static final String MASK = "****";

    private static final Pattern NEAR = Pattern.compile("(.*?\\bat or near \")(.*)(\")", Pattern.DOTALL);

    /** A part of a message in the quotes of any language. */
    private static final Pattern QUOTED = Pattern.compile("([\"„“”«»「])([^\"“”«»」]*)([\"“”«»」])");

    /** The server's functions that raise the errors of code in the database. */
    private static final Set<String> RAISING = Set.of("exec_stmt_raise", "exec_stmt_assert");

    private ServerWords() {}

    /**
     * Returns the message. Names in quotes are shown if they stand in the statement, because a value can be used as a name.
     *
     * @param sql the statement; null if there was none, and so no value
     */
    static String of(final PgException error, final @Nullable SqlText sql) {
        final String message = Objects.requireNonNullElse(error.getErrorMessage(), "error");
        if (RAISING.contains(Objects.requireNonNullElse(error.getRoutine(), ""))) {
            return RAISED;
        }
        if (sql == null) {
            return message;
        }
        final Set<String> names = names(sql);
        final Matcher near = NEAR.matcher(message);
        if (near.matches()) {
            final SqlText place = new SqlText(near.group(2), PgDriver.LEXIS);
            return near.group(1) + (names.containsAll(names(place)) ? place : MASK) + near.group(3);
        }
        Stream.of(error.getSchema(), error.getTable(), error.getColumn(), error.getDataType(), error.getConstraint())
                .filter(Objects::nonNull)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .forEach(names::add);
        return QUOTED.matcher(message).replaceAll(quoted -> Matcher.quoteReplacement(shown(quoted, names)));
    }

    private static String shown(final MatchResult quoted, final Set<String> names) {
        return isKnown(quoted.group(2).toLowerCase(Locale.ROOT), names)
                ? quoted.group()
                : quoted.group(1) + MASK + quoted.group(3);
    }

    private static boolean isKnown(final String name, final Set<String> names) {
        return name.codePoints().noneMatch(Character::isLetterOrDigit)
                || names.contains(name)
                || Stream.of(name.split("\\.")).allMatch(names::contains);
    }

    private static Set<String> names(final SqlText sql) {
        final Set<String> names = new HashSet<>();
        for (final SqlScanner token = sql.tokens(); token.next(); ) {
            if (token.isName()) {
                names.add(token.text().replace("\"", "").toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }
}
