package org.jzenith.core.log;

/** Texts of SQL statements for people: on one line, short, and without the values that an application has written into them. */
public final class StatementText {

    /** Characters that are looked at: a cut literal is masked up to the cut. */
    private static final int MOST_READ = 2000;

    private static final int MOST_LOGGED = 300;

    /** A question mark would look like a parameter, or an operator. */
    private static final String MASK = "****";

    private StatementText() {}

    /**
     * Masks the literals of a statement, and removes its comments.
     *
     * @param sql the text as the application has written it
     * @return one short line
     */
    public static String of(final String sql) {
        final StringBuilder masked = new StringBuilder();
        int end = 0;
        for (final SqlScanner token = new SqlScanner(sql.length() <= MOST_READ ? sql : sql.substring(0, MOST_READ));
                token.next(); ) {
            if (token.start() > end) {
                masked.append(' ');
            }
            masked.append(
                    switch (token.kind()) {
                        case COMMENT -> " ";
                        case LITERAL -> MASK;
                        case WORD, QUOTED_NAME, SYMBOL -> token.text();
                    });
            end = token.end();
        }
        final String line = LogText.escape(masked.toString().strip().replaceAll("\\s+", " "));
        return line.length() <= MOST_LOGGED ? line : line.substring(0, MOST_LOGGED) + "..";
    }
}
