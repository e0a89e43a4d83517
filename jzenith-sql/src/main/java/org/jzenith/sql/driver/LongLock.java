package org.jzenith.sql.driver;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A kind of migration statement that locks a large table for long, with a better way to write it. jZenith warns of such statements, unless
 * an earlier statement of the migrations has created the table.
 *
 * <p>The patterns match from the start of a statement in its normal form: words in upper case, {@code ?} for literals, a quotation mark
 * only before a quoted name, parentheses such as {@code (A:DEFAULT:NOW())} in one piece, and one space after each of these and after
 * commas.
 *
 * @param kind the statement, such as {@code CREATE INDEX}
 * @param statement matches the statement; its group {@code table} is the table
 * @param unless matches an earlier statement, with the same {@code table}, after which the statement is fast; null for none
 * @param effect the effect on others, as the rest of a sentence that starts with the kind, without a period
 * @param remedy what to write instead, as sentences
 */
public record LongLock(
        String kind, Pattern statement, @Nullable Pattern unless, String effect, String remedy) {}
