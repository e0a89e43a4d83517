package org.jzenith.sql.text;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;

/**
 * A statement with the rules by which its database reads it. {@link #toString} is safe in messages and logs: on one line, short, and
 * without the values that the application has written into it.
 *
 * <p>Immutable, and safe for use by many threads.
 */
public final class SqlText implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The most characters that are scanned. A literal that is cut there is masked up to the cut. */
    private static final int MOST_READ = 2000;

    private static final int MOST_LOGGED = 300;

    /** Replaces literals. A question mark would look like a parameter or an operator. */
    private static final String MASK = "****";

    private final String sql;
    private final SqlLexis lexis;

    /** Computed on first use, possibly by several threads. */
    private transient @Nullable String masked;

    private transient @Nullable String summary;

    /**
     * Keeps a text.
     *
     * @param sql the text as the application has written it
     * @param lexis the rules of the database
     */
    public SqlText(final String sql, final SqlLexis lexis) {
        this.sql = sql;
        this.lexis = lexis;
    }

    /** Returns the text as the application has written it. Its literals may be secret. */
    public String sql() {
        return sql;
    }

    /** Returns the tokens of the text. */
    public SqlScanner tokens() {
        return new SqlScanner(sql, lexis);
    }

    /**
     * Returns the command and up to three tables, without values.
     *
     * @return for example {@code SELECT users orders}; {@code _OTHER} if the command is unknown
     */
    public String summary() {
        String known = summary;
        if (known == null) {
            known = QuerySummary.of(sql, lexis);
            summary = known;
        }
        return known;
    }

    /** Returns one short line, in which literals are masked and comments removed. */
    @Override
    public String toString() {
        String known = masked;
        if (known == null) {
            known = mask();
            masked = known;
        }
        return known;
    }

    private String mask() {
        final StringBuilder text = new StringBuilder();
        int end = 0;
        for (final SqlScanner token =
                        new SqlScanner(sql.length() <= MOST_READ ? sql : sql.substring(0, MOST_READ), lexis);
                token.next(); ) {
            if (token.start() > end) {
                text.append(' ');
            }
            text.append(
                    switch (token.kind()) {
                        case COMMENT -> " ";
                        case LITERAL -> MASK;
                        case WORD, QUOTED_NAME, NAMED_PARAMETER, SYMBOL -> token.text();
                    });
            end = token.end();
        }
        final String line = LogText.escape(text.toString().strip().replaceAll("\\s+", " "));
        return line.length() <= MOST_LOGGED ? line : line.substring(0, MOST_LOGGED) + "..";
    }
}
