package org.jzenith.core.log;

/**
 * Splits an SQL text into tokens. Literals and comments that are cut off end with the text, so that no part of them is taken for a
 * name.
 *
 * <pre>{@code
 * for (SqlScanner token = new SqlScanner(sql); token.next(); ) {
 *     // use token.kind() and token.text()
 * }
 * }</pre>
 */
public final class SqlScanner {

    /** The kinds of tokens. */
    public enum Kind {
        COMMENT,
        /** A string, also one with a prefix or between dollars, or a number. */
        LITERAL,
        /** A keyword or a name without quotes. */
        WORD,
        QUOTED_NAME,
        /** A parameter, or a single character. */
        SYMBOL
    }

    private final String sql;
    private int start;
    private int end;
    private Kind kind = Kind.SYMBOL;

    /** @param sql a text, which need not be complete */
    public SqlScanner(final String sql) {
        this.sql = sql;
    }

    /** Moves to the next token; returns false at the end of the text. */
    public boolean next() {
        start = end;
        while (isSpace(at(start))) {
            start++;
        }
        if (start >= sql.length()) {
            return false;
        }
        final char first = at(start);
        final char second = at(start + 1);
        if (first == '-' && second == '-') {
            set(Kind.COMMENT, endOfLine());
        } else if (first == '/' && second == '*') {
            set(Kind.COMMENT, endOfComment());
        } else if (first == '\'' || (second == '\'' && "eEbBxXnN".indexOf(first) >= 0)) {
            set(Kind.LITERAL, endOfString(first == '\'' ? start : start + 1, first == 'e' || first == 'E'));
        } else if (first == '"') {
            set(Kind.QUOTED_NAME, endOf("\"", start + 1));
        } else if (first == '$') {
            dollar();
        } else if (isDigit(first) || (first == '.' && isDigit(second))) {
            set(Kind.LITERAL, endOfName(start + 1, true));
        } else if (isNameStart(first)) {
            set(Kind.WORD, endOfName(start + 1, false));
        } else {
            set(Kind.SYMBOL, start + 1);
        }
        return true;
    }

    private void set(final Kind found, final int limit) {
        kind = found;
        end = limit;
    }

    /** Scans a parameter such as {@code $1}, or a string such as {@code $a$text$a$}. */
    private void dollar() {
        int tag = start + 1;
        while (isNameStart(at(tag)) || (tag > start + 1 && isDigit(at(tag)))) {
            tag++;
        }
        if (at(tag) == '$') {
            set(Kind.LITERAL, endOf(sql.substring(start, tag + 1), tag + 1));
        } else {
            set(Kind.SYMBOL, endOfName(start + 1, false));
        }
    }

    private int endOf(final String delimiter, final int from) {
        final int found = sql.indexOf(delimiter, from);
        return found < 0 ? sql.length() : found + delimiter.length();
    }

    private int endOfLine() {
        return Math.min(endOf("\n", start + 2), endOf("\r", start + 2));
    }

    /** Comments can be nested. */
    private int endOfComment() {
        int depth = 0;
        int position = start;
        do {
            if (sql.startsWith("/*", position)) {
                depth++;
                position += 2;
            } else if (sql.startsWith("*/", position)) {
                depth--;
                position += 2;
            } else {
                position++;
            }
        } while (depth > 0 && position < sql.length());
        return position;
    }

    private int endOfString(final int quote, final boolean escapes) {
        int position = quote + 1;
        while (position < sql.length()) {
            final char each = at(position);
            if ((each == '\\' && escapes) || (each == '\'' && at(position + 1) == '\'')) {
                position += 2;
            } else if (each == '\'') {
                return position + 1;
            } else {
                position++;
            }
        }
        return sql.length();
    }

    private int endOfName(final int from, final boolean number) {
        int position = from;
        while (isNameStart(at(position))
                || isDigit(at(position))
                || at(position) == '$'
                || (number && at(position) == '.')) {
            position++;
        }
        return position;
    }

    private char at(final int position) {
        return position < sql.length() ? sql.charAt(position) : '\0';
    }

    private static boolean isSpace(final char each) {
        return each == ' ' || (each >= '\t' && each <= '\r');
    }

    private static boolean isDigit(final char each) {
        return each >= '0' && each <= '9';
    }

    private static boolean isNameStart(final char each) {
        return each == '_' || (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each >= 0x80;
    }

    /** Returns the kind of this token. */
    public Kind kind() {
        return kind;
    }

    /** Returns the position of the first character. */
    public int start() {
        return start;
    }

    /** Returns the position after the last character. */
    public int end() {
        return end;
    }

    /** Returns the characters of this token as they stand in the text. */
    public String text() {
        return sql.substring(start, end);
    }

    /** Returns true for this symbol. */
    public boolean is(final char symbol) {
        return kind == Kind.SYMBOL && end == start + 1 && sql.charAt(start) == symbol;
    }
}
