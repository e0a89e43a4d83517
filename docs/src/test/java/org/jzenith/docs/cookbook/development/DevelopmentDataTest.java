package org.jzenith.docs.cookbook.development;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The script of docs/cookbook/development-data.md. */
final class DevelopmentDataTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(PostgresqlPlugin.create())
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration,cookbook/development"));

    @Test
    void theScriptOfDevelopmentRunsAfterTheOthers() {
        assertThat(APP.get(Database.class)
                        .query("SELECT pieces FROM article WHERE id = 'tea'")
                        .map(row -> row.getInteger(0))
                        .single()
                        .blockingGet())
                .isEqualTo(100);
    }
}
