package org.jzenith.sql.text;

import java.io.Serializable;
import java.util.Set;

/**
 * The rules by which a database splits SQL into tokens, as far as databases differ. All databases have strings in {@code '..'} with doubled
 * quotes, and comments after {@code --} and between slashes with stars. {@code :name} is always a named parameter.
 *
 * <p>Immutable.
 *
 * @param rules the rules that the database has in addition
 * @param version the server runs executable comments up to this version, written as in such comments: 110405 for 11.4.5
 */
public record SqlLexis(Set<Rule> rules, int version) implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Copies the rules. */
    public SqlLexis {
        rules = Set.copyOf(rules);
    }

    /** A rule that not all databases have. */
    public enum Rule {
        /** {@code $$text$$} and {@code $tag$text$tag$} are strings. */
        DOLLAR_STRINGS,
        /** {@code E'it\'s'} is a string with backslash escapes. */
        ESCAPE_STRINGS,
        /** {@code 'it\'s'} is a string with a backslash escape, as are all strings. */
        BACKSLASH_ESCAPES,
        /** {@code "text"} is a string; otherwise it is a name. */
        DOUBLE_QUOTED_STRINGS,
        /** Names may stand in backticks. */
        BACKTICK_NAMES,
        /** {@code #} starts a comment that lasts until the end of the line. */
        HASH_COMMENTS,
        /** A comment that lasts until the end of the line also ends at a carriage return. */
        CARRIAGE_RETURNS_END_LINES,
        /** {@code --} starts a comment only before white space or at the end; otherwise it is two minus signs. */
        DASH_COMMENTS_NEED_SPACE,
        /** A comment between slashes with stars can contain another comment. */
        NESTED_COMMENTS,
        /**
         * The server runs the content of a comment whose first character is {@code !}. It does not if a later version than the server's
         * follows, or a version of MySQL from 5.7 on.
         */
        EXECUTABLE_COMMENTS
    }

    /**
     * Creates a lexis.
     *
     * @param rules the rules that the database has
     * @return the lexis
     */
    public static SqlLexis of(final Rule... rules) {
        return new SqlLexis(Set.of(rules), Integer.MAX_VALUE);
    }

    /**
     * Sets the version of the server. A lexis without it runs the executable comments of all versions.
     *
     * @param server the version, written as in executable comments
     * @return a changed copy
     */
    public SqlLexis withVersion(final int server) {
        return new SqlLexis(rules, server);
    }

    /**
     * Quotes a name, so that it keeps its case and can be a reserved word.
     *
     * @param name any text
     * @return the name in a statement
     */
    public String quoted(final String name) {
        final String quote = has(Rule.BACKTICK_NAMES) ? "`" : "\"";
        return quote + name.replace(quote, quote + quote) + quote;
    }

    boolean has(final Rule rule) {
        return rules.contains(rule);
    }
}
