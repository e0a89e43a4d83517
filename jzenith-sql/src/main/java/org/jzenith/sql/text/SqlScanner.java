package org.jzenith.sql.text;

/**
 * Splits an SQL text into tokens. A literal or comment that is cut off ends with the text, so that no part of it is taken for a name.
 *
 * <pre>{@code
 * for (SqlScanner token = new SqlScanner(sql, lexis); token.next(); ) {
 *     // use token.kind() and token.text()
 * }
 * }</pre>
 */
public final class SqlScanner {

    /** The kinds of tokens. */
    public enum Kind {
        /** A comment. Also the opening or the end of an executable comment, whose content the server runs. */
        COMMENT,
        /** A number, or a string, even with a prefix or between dollars. */
        LITERAL,
        /** A keyword or a name without quotes. */
        WORD,
        /** A name in quotes. */
        QUOTED_NAME,
        /** A parameter with a name, such as {@code :id}. */
        NAMED_PARAMETER,
        /** One of: a numbered parameter (such as {@code $1}), the operator {@code ::}, the operator {@code :=}, or any other character. */
        SYMBOL
    }

    /** For these versions, an executable comment without M is meant for another product, so it counts as a plain comment. */
    private static final int FIRST_OF_OTHER_PRODUCT = 50_700;

    private static final int LAST_OF_OTHER_PRODUCT = 99_999;

    /** A version has five or six digits. Further digits belong to the content, and so does a shorter number. */
    private static final int DIGITS_OF_VERSION = 6;

    private final String sql;
    private final SqlLexis lexis;
    private int start;
    private int end;
    private Kind kind = Kind.COMMENT;
    private boolean inExecutable;

    /** The end of a string with backslash escapes, as long as only comments follow; a string after a line break continues it. */
    private int escapedEnd;

    /**
     * Starts before the first token.
     *
     * @param sql a text, which need not be complete
     * @param lexis the rules of the database
     */
    public SqlScanner(final String sql, final SqlLexis lexis) {
        this.sql = sql;
        this.lexis = lexis;
    }

    /**
     * Moves to the next token.
     *
     * @return false at the end of the text
     */
    public boolean next() {
        final boolean afterOperand = endsOperand();
        if (kind != Kind.COMMENT && end != escapedEnd) {
            escapedEnd = 0;
        }
        start = end;
        while (isSpace(at(start))) {
            start++;
        }
        if (start >= sql.length()) {
            return false;
        }
        final char first = at(start);
        final char second = at(start + 1);
        if (isLineComment(first, second)) {
            set(Kind.COMMENT, endOfLine());
        } else if (first == '/' && second == '*') {
            comment();
        } else if (inExecutable && first == '*' && second == '/') {
            inExecutable = false;
            set(Kind.COMMENT, start + 2);
        } else if (first == '\'' || (second == '\'' && isPrefix(first))) {
            literal(first);
        } else if (first == '"' && lexis.has(SqlLexis.Rule.DOUBLE_QUOTED_STRINGS)) {
            set(Kind.LITERAL, endOfQuoted(start, lexis.has(SqlLexis.Rule.BACKSLASH_ESCAPES)));
        } else if (first == '"' || (first == '`' && lexis.has(SqlLexis.Rule.BACKTICK_NAMES))) {
            set(Kind.QUOTED_NAME, endOfQuoted(start, false));
        } else if (first == '$' && lexis.has(SqlLexis.Rule.DOLLAR_STRINGS)) {
            dollar();
        } else if (isDigit(first) || (first == '.' && isDigit(second))) {
            set(Kind.LITERAL, endOfName(start + 1, true));
        } else if (isNameStart(first) || first == '$') {
            set(Kind.WORD, endOfName(start + 1, false));
        } else if (first == ':' && isNameStart(second) && !(afterOperand && start == end)) {
            set(Kind.NAMED_PARAMETER, endOfName(start + 1, false));
        } else {
            set(Kind.SYMBOL, first == ':' && (second == ':' || second == '=') ? start + 2 : start + 1);
        }
        return true;
    }

    private void literal(final char first) {
        final boolean escapes = lexis.has(SqlLexis.Rule.BACKSLASH_ESCAPES)
                || first == 'e'
                || first == 'E'
                || (first == '\'' && continuesEscaped());
        set(Kind.LITERAL, endOfQuoted(first == '\'' ? start : start + 1, escapes));
        escapedEnd = escapes ? end : 0;
    }

    private boolean continuesEscaped() {
        return escapedEnd > 0
                && sql.substring(escapedEnd, start).chars().anyMatch(each -> each == '\n' || each == '\r');
    }

    private void set(final Kind found, final int limit) {
        kind = found;
        end = limit;
    }

    /** Returns true if a colon after this token belongs to a range such as {@code a[low:high]}. */
    private boolean endsOperand() {
        return switch (kind) {
            case WORD, QUOTED_NAME, LITERAL, NAMED_PARAMETER -> true;
            case SYMBOL -> is(')') || is(']') || sql.charAt(start) == '$';
            case COMMENT -> false;
        };
    }

    private boolean isPrefix(final char letter) {
        return "bBxXnN".indexOf(letter) >= 0
                || ((letter == 'e' || letter == 'E') && lexis.has(SqlLexis.Rule.ESCAPE_STRINGS));
    }

    private boolean isLineComment(final char first, final char second) {
        return first == '#'
                ? lexis.has(SqlLexis.Rule.HASH_COMMENTS)
                : first == '-'
                        && second == '-'
                        && (!lexis.has(SqlLexis.Rule.DASH_COMMENTS_NEED_SPACE) || at(start + 2) <= ' ');
    }

    private void comment() {
        final int mark = at(start + 2) == 'M' ? start + 3 : start + 2;
        if (lexis.has(SqlLexis.Rule.EXECUTABLE_COMMENTS) && at(mark) == '!') {
            executable(mark + 1, mark != start + 2);
        } else {
            set(
                    Kind.COMMENT,
                    lexis.has(SqlLexis.Rule.NESTED_COMMENTS) ? endOfNested(Integer.MAX_VALUE) : endOf("*/", start + 2));
        }
    }

    private void executable(final int from, final boolean ofThisProduct) {
        int position = from;
        while (position < from + DIGITS_OF_VERSION && isDigit(at(position))) {
            position++;
        }
        if (position < from + DIGITS_OF_VERSION - 1) {
            inExecutable = true;
            set(Kind.COMMENT, from);
            return;
        }
        final int version = Integer.parseInt(sql.substring(from, position));
        final boolean runs = version <= lexis.version()
                && (ofThisProduct || version < FIRST_OF_OTHER_PRODUCT || version > LAST_OF_OTHER_PRODUCT);
        inExecutable |= runs;
        set(Kind.COMMENT, runs ? position : endOfNested(2));
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

    private int endOfLine() {
        int position = start;
        while (position < sql.length()
                && at(position) != '\n'
                && !(at(position) == '\r' && lexis.has(SqlLexis.Rule.CARRIAGE_RETURNS_END_LINES))) {
            position++;
        }
        return Math.min(position + 1, sql.length());
    }

    private int endOf(final String delimiter, final int from) {
        final int found = sql.indexOf(delimiter, from);
        return found < 0 ? sql.length() : found + delimiter.length();
    }

    private int endOfNested(final int deepest) {
        int depth = 0;
        int position = start;
        do {
            if (depth < deepest && sql.startsWith("/*", position)) {
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

    private int endOfQuoted(final int from, final boolean escapes) {
        final char quote = at(from);
        int position = from + 1;
        while (position < sql.length()) {
            final char each = at(position);
            if ((each == '\\' && escapes) || (each == quote && at(position + 1) == quote)) {
                position += 2;
            } else if (each == quote) {
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

    /** Returns true for a keyword or a name, with or without quotes. */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
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

    /**
     * Compares a symbol.
     *
     * @param symbol a character
     * @return true if this token is the symbol
     */
    public boolean is(final char symbol) {
        return kind == Kind.SYMBOL && end == start + 1 && sql.charAt(start) == symbol;
    }
}
