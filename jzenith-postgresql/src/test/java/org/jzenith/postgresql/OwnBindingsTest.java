package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.jooq.DSLContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.jooq.Jooq;

/** Bindings of the application that duplicate the plugin's fail the start, and the report names the way to adjust them. */
final class OwnBindingsTest {

    @ParameterizedTest
    @ValueSource(classes = {Database.class, DSLContext.class, Jooq.class, SqlDriver.class})
    <T> void whatThePluginBindsIsReportedWithTheWayToAdjustIt(final Class<T> type) {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withPlugins(PostgresqlPlugin.create())
                        .withModules(binder -> binder.bind(type).toProvider(() -> {
                            throw new IllegalStateException();
                        }))
                        .run()
                        .stop());
        assertThat(failure.problems()).hasSize(1);
        assertThat(failure.problems().get(0).toString())
                .startsWith("A module of the application binds " + type.getName()
                        + ", which the plugin 'postgresql' binds already.\n"
                        + "It comes from org.jzenith.postgresql.OwnBindingsTest.")
                .contains("\nRemove the binding. ")
                .doesNotContain("A test can replace it");
    }
}
