package org.jzenith.sql.internal.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jzenith.sql.driver.LongLock;
import org.jzenith.sql.text.SqlLexis;
import org.jzenith.sql.text.SqlScanner;

/**
 * A statement of a script.
 *
 * @param line the line of its first word, from 1
 * @param text its first 4,000 characters in the normal form of {@link LongLock}
 */
record ScriptStatement(int line, String text) {

    private static final int LONGEST = 4_000;

    /** Splits a script. Statements inside a body of SQL, such as BEGIN ATOMIC, count as statements of the script. */
    static List<ScriptStatement> of(final String script, final SqlLexis lexis) {
        final List<ScriptStatement> all = new ArrayList<>();
        final StringBuilder text = new StringBuilder();
        int line = 1;
        int first = 1;
        int position = 0;
        int depth = 0;
        for (final SqlScanner token = new SqlScanner(script, lexis); token.next(); ) {
            line += (int) script.substring(position, token.start())
                    .chars()
                    .filter(each -> each == '\n')
                    .count();
            position = token.start();
            if (token.kind() == SqlScanner.Kind.COMMENT) {
                continue;
            }
            if (token.is(';')) {
                add(all, first, text);
                depth = 0;
                continue;
            }
            if (text.isEmpty()) {
                first = line;
            }
            if (token.is(')')) {
                depth = Math.max(0, depth - 1);
            }
            if (text.length() < LONGEST) {
                append(text, token, depth);
            }
            if (token.is('(')) {
                depth++;
            }
        }
        add(all, first, text);
        return all;
    }

    private static void add(final List<ScriptStatement> all, final int line, final StringBuilder text) {
        if (!text.isEmpty()) {
            all.add(new ScriptStatement(line, text.toString()));
            text.setLength(0);
        }
    }

    private static void append(final StringBuilder text, final SqlScanner token, final int depth) {
        final boolean joins = token.is('.') || token.is(')');
        if (joins && !text.isEmpty() && " :".indexOf(text.charAt(text.length() - 1)) >= 0) {
            text.setLength(text.length() - 1);
        }
        text.append(
                switch (token.kind()) {
                    case LITERAL -> "?";
                    case QUOTED_NAME ->
                        "\"" + token.text().replaceAll("\\W", "").toUpperCase(Locale.ROOT);
                    case WORD, NAMED_PARAMETER, SYMBOL, COMMENT ->
                        depth > 0 && token.is(',') ? "" : token.text().toUpperCase(Locale.ROOT);
                });
        if (!token.is('.') && !token.is('(') && !(depth > 0 && token.is(','))) {
            text.append(depth > 0 ? ':' : ' ');
        }
    }
}
