package org.jzenith.docs;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import java.time.Duration;
import org.jzenith.core.JZenith;
import org.jzenith.core.lease.Term;
import org.jzenith.jobs.Jobs;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;

/** An application with a job that runs on one of its instances. */
final class OneInstanceJob {

    private OneInstanceJob() {}

    static JZenith application(final String... args) {
        // region application
        return JZenith.application(args)
                .withPlugins(
                        PostgresqlPlugin.create(),
                        Jobs.of(Jobs.every(
                                        Duration.ofMinutes(5),
                                        "report",
                                        Reports.class,
                                        Reports::write)
                                .onOneInstance()))
                .withModules(binder -> binder.bind(Reports.class));
        // endregion
    }

    static final class Reports {

        private final Database database;

        @Inject
        Reports(final Database database) {
            this.database = database;
        }

        // region work
        Completable write(final Term term) {
            return database.withTransactionCompletable(tx -> tx.requireTerm(term)
                    .andThen(tx.query(
                                    """
                                    INSERT INTO report (orders)
                                    SELECT count(*) FROM orders""")
                            .execute()));
        }
        // endregion
    }
}
