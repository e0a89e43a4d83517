package org.jzenith.sql.text;

/** The lexis of two databases that differ in most rules. */
final class Dialects {

    static final SqlLexis POSTGRESQL = SqlLexis.of(
            SqlLexis.Rule.DOLLAR_STRINGS,
            SqlLexis.Rule.ESCAPE_STRINGS,
            SqlLexis.Rule.NESTED_COMMENTS,
            SqlLexis.Rule.CARRIAGE_RETURNS_END_LINES);

    static final SqlLexis MARIADB = SqlLexis.of(
                    SqlLexis.Rule.BACKSLASH_ESCAPES,
                    SqlLexis.Rule.DOUBLE_QUOTED_STRINGS,
                    SqlLexis.Rule.BACKTICK_NAMES,
                    SqlLexis.Rule.HASH_COMMENTS,
                    SqlLexis.Rule.DASH_COMMENTS_NEED_SPACE,
                    SqlLexis.Rule.EXECUTABLE_COMMENTS)
            .withVersion(110_405);

    private Dialects() {}

    static SqlLexis of(final String name) {
        return name.equals("postgresql") ? POSTGRESQL : MARIADB;
    }
}
