package org.jzenith.sql.statement;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.sql.driver.SqlDriver;

/** The traits of SQL texts, which are found once for each text. Safe for use by many threads. */
final class StatementTexts {

    /** The limit of remembered texts, in characters: at most 8 MB for each database. */
    private static final int MOST_CHARACTERS = 4_000_000;

    /** The limit of one text, so that a long one displaces no others. */
    private static final int MOST_OF_ONE = MOST_CHARACTERS / 100;

    /** The characters for which an entry counts beside its text. */
    private static final int ENTRY = 100;

    private final SqlDriver driver;
    private final Map<String, StatementTraits> byText = new ConcurrentHashMap<>();
    private int characters;

    /** @param driver knows which statements a connection must not get */
    StatementTexts(final SqlDriver driver) {
        this.driver = driver;
    }

    /** Returns the traits of a statement. */
    StatementTraits of(final String sql) {
        final StatementTraits known = byText.get(sql);
        if (known != null) {
            return known;
        }
        final StatementTraits found = StatementTraits.of(sql, driver);
        if (sql.length() <= MOST_OF_ONE) {
            remember(sql, found);
        }
        return found;
    }

    /** Forgets all texts when there are too many, so that those of an attack do not displace the others for good. */
    private synchronized void remember(final String sql, final StatementTraits traits) {
        characters += sql.length() + ENTRY;
        if (characters > MOST_CHARACTERS) {
            byText.clear();
            characters = 0;
        } else {
            byText.put(sql, traits);
        }
    }
}
