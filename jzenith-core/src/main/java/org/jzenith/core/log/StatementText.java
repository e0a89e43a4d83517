package org.jzenith.core.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts of SQL statements for people: on one line, short, and without the values that an application has written into them. */
public final class StatementText {

    /** Characters that are looked at: a cut literal is masked up to the cut. */
    private static final int MOST_READ = 2000;

    private static final int MOST_LOGGED = 300;

    /** Comments, quoted names, which stay, strings with escapes, strings, dollar-quoted strings, and numbers. */
    private static final Pattern PARTS = Pattern.compile("(?s)/\\*.*?(?:\\*/|\\z)|--[^\\n]*+|(\"[^\"]*+\"?+)"
            + "|\\b[eE]'(?:[^'\\\\]++|\\\\.|'')*+'?+|(?:\\b[bBxXnN])?'(?:[^']++|'')*+'?+"
            + "|(?<![\\w$])\\$(\\w*+)\\$.*?(?:\\$\\2\\$|\\z)|(?<![\\w$.])\\d[\\w.]*+");

    private StatementText() {}

    /**
     * Replaces the literals of a statement by question marks, and removes its comments.
     *
     * @param sql the text as the application has written it
     * @return one short line
     */
    public static String of(final String sql) {
        final String read = sql.length() <= MOST_READ ? sql : sql.substring(0, MOST_READ);
        final String masked = PARTS.matcher(read)
                .replaceAll(part -> part.group(1) != null
                        ? Matcher.quoteReplacement(part.group(1))
                        : part.group().startsWith("/*") || part.group().startsWith("--") ? " " : "?");
        final String line = LogText.escape(masked.strip().replaceAll("\\s+", " "));
        return line.length() <= MOST_LOGGED ? line : line.substring(0, MOST_LOGGED) + "..";
    }
}
