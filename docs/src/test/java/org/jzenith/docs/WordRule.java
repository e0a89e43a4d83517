package org.jzenith.docs;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jzenith.docs.SourceNames.Entry;
import org.jzenith.docs.SourceNames.Kind;

/** A word, or several with spaces between them, for which there is a better one. */
final class WordRule {

    /** The places where the word is wrong; elsewhere it may be used. */
    enum Use {
        /** The whole name of a type of main code; benchmarks measure a stop, and what is running. */
        EXACT_TYPE,
        /** A part of a type's name, also of tests. */
        TYPE,
        /** A part of the name of a method or field; a group in brackets is the whole name. */
        MEMBER,
        /** A log line, an error or a comment. */
        TEXT,
        PAGE
    }

    private static final Pattern BORDER = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_");

    private final Pattern pattern;
    private final String better;
    private final String reason;
    private final Set<Use> uses;
    private final boolean isWholeName;

    /**
     * @param pattern a regular expression; one in brackets is the whole name of a member
     * @param better the words to use
     * @param reason the end of a sentence that begins with "because"
     */
    WordRule(final String pattern, final String better, final String reason, final Use... uses) {
        this.pattern = Pattern.compile("\\b" + pattern + "\\b", Pattern.CASE_INSENSITIVE);
        this.better = better;
        this.reason = reason;
        this.uses = Set.of(uses);
        this.isWholeName = pattern.startsWith("(") && !pattern.startsWith("(?");
    }

    String pattern() {
        return pattern.pattern();
    }

    boolean isIn(final Entry entry) {
        if (entry.kind() == Kind.TEXT) {
            return uses.contains(Use.TEXT) && pattern.matcher(entry.text()).find();
        }
        final String words = BORDER.matcher(entry.text()).replaceAll(" ").toLowerCase(Locale.ROOT);
        if (entry.kind() == Kind.MEMBER) {
            return uses.contains(Use.MEMBER)
                    && (isWholeName
                            ? pattern.matcher(words).matches()
                            : pattern.matcher(words).find());
        }
        return (uses.contains(Use.TYPE) && pattern.matcher(words).find())
                || (uses.contains(Use.EXACT_TYPE)
                        && entry.isMain()
                        && !entry.file().toString().contains("/benchmark/")
                        && pattern.matcher(words).matches());
    }

    boolean isOnPage(final String line) {
        return uses.contains(Use.PAGE) && pattern.matcher(line).find();
    }

    String problem(final String text) {
        return "'" + text + "' has a word for which there is a better one ("
                + pattern.pattern().replace("\\b", "") + "): say " + better + ", because " + reason + ".";
    }
}
