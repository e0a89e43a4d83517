package org.jzenith.sql.internal.migration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.LongLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of statements that lock a table for long, in the scripts of one run of the migrations. */
final class LongLocks {

    private static final Logger LOGGER = LoggerFactory.getLogger(LongLocks.class);

    private static final Pattern CREATED =
            Pattern.compile("CREATE (?:[A-Z]+ ){0,3}?(?:TABLE|MATERIALIZED VIEW) (?:IF NOT EXISTS )?(?<table>\\S+)");

    private final DatabaseProduct<?> product;

    /** The changes of tables so far. */
    private final List<ScriptStatement> earlier = new ArrayList<>();

    LongLocks(final DatabaseProduct<?> product) {
        this.product = product;
    }

    /** Logs a line for each statement of the next script that locks a table for long. */
    void warn(final MigrationFile script) {
        final String text;
        try {
            text = script.text();
        } catch (final IOException e) {
            LOGGER.debug(
                    "The migration {} cannot be read, so jZenith does not check it for long locks.", script.place(), e);
            return;
        }
        for (final ScriptStatement statement : ScriptStatement.of(text, product.lexis())) {
            for (final LongLock each : product.longLocks()) {
                final Matcher found = each.statement().matcher(statement.text());
                if (found.lookingAt() && !isHarmless(each, table(found))) {
                    LOGGER.warn(
                            "{}, line {}: {} {}. {}",
                            script.place(),
                            statement.line(),
                            each.kind(),
                            each.effect(),
                            each.remedy());
                }
            }
            if (statement.text().startsWith("CREATE ") || statement.text().startsWith("ALTER ")) {
                earlier.add(statement);
            }
        }
    }

    private boolean isHarmless(final LongLock lock, final String table) {
        return earlier.stream()
                .anyMatch(statement -> names(CREATED, statement, table) || names(lock.unless(), statement, table));
    }

    private static boolean names(final @Nullable Pattern pattern, final ScriptStatement statement, final String table) {
        if (pattern == null) {
            return false;
        }
        final Matcher found = pattern.matcher(statement.text());
        return found.lookingAt() && table(found).equals(table);
    }

    /** Returns the table's name without its schema and quotes. */
    private static String table(final Matcher found) {
        final String name = String.valueOf(found.group("table"));
        return name.substring(name.lastIndexOf('.') + 1).replace("\"", "");
    }
}
