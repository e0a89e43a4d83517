package org.jzenith.sql.observe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The summaries of SQL texts, which are made once for each text. Safe for use by many threads. */
public final class QuerySummaries {

    /** The limit of remembered texts, in characters: at most 8 MB for each database. */
    private static final int MOST_CHARACTERS = 4_000_000;

    /** The characters for which an entry counts beside its text. */
    private static final int ENTRY = 100;

    private final Map<String, String> byText = new ConcurrentHashMap<>();
    private int characters;

    /** Creates it without texts. */
    public QuerySummaries() {
        // nothing is remembered yet
    }

    /**
     * Returns the command and up to three tables of a text, without values.
     *
     * @param sql a statement
     * @return a value such as {@code SELECT users orders}; {@code _OTHER} if the command is unknown
     */
    public String of(final String sql) {
        final String known = byText.get(sql);
        if (known != null) {
            return known;
        }
        final String made = QuerySummary.of(sql);
        remember(sql, made);
        return made;
    }

    /** Forgets all texts when there are too many, so that those of an attack do not displace the others for good. */
    private synchronized void remember(final String sql, final String summary) {
        characters += Math.min(sql.length(), MOST_CHARACTERS) + ENTRY;
        if (characters > MOST_CHARACTERS) {
            byText.clear();
            characters = 0;
        } else {
            byText.put(sql, summary);
        }
    }
}
