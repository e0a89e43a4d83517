package org.jzenith.sql.internal.migration;

import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.internal.resource.ResourceNameParser;
import org.jspecify.annotations.Nullable;

/** Recognises the names of migrations as Flyway does. Loaded only with Flyway. */
final class FlywayNames {

    private final ResourceNameParser parser = new ResourceNameParser(new FluentConfiguration());

    boolean isMigration(final String file) {
        return parser.parse(file).isValid();
    }

    /** Returns true if a migration has a higher version than another one; those without a version come first. */
    boolean isLater(final String file, final @Nullable String other) {
        final MigrationVersion version = parser.parse(file).getVersion();
        final MigrationVersion before =
                other == null ? null : parser.parse(other).getVersion();
        return version != null && (before == null || version.compareTo(before) > 0);
    }
}
