package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.jobs.JobRunner;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.sql.Database;

/** The job of docs/jobs.md that runs on one instance. */
final class OneInstanceJobTest {

    @Test
    void theReportIsWrittenInTheTermOfItsRunOnly() {
        try (PostgresqlServer server = PostgresqlServer.start();
                RunningApplication running = OneInstanceJob.application()
                        .withConfiguration("postgresql.port", server.port())
                        .withConfiguration("postgresql.username", server.username())
                        .withConfiguration("postgresql.password", server.password())
                        .withConfiguration("postgresql.database", "postgres")
                        .withConfiguration("jobs.enabled", false)
                        .run()) {
            final Database database = running.get(Database.class);
            database.query("CREATE TABLE orders (id int)").execute().blockingAwait();
            database.query("CREATE TABLE report (orders bigint)").execute().blockingAwait();
            running.get(JobRunner.class).run("report").blockingAwait();
            final Term ended = new Term("job/" + OneInstanceJob.class.getName(), "report", 1);
            assertThatThrownBy(() -> running.get(OneInstanceJob.Reports.class)
                            .write(ended)
                            .blockingAwait())
                    .isInstanceOf(TermEndedException.class);
            assertThat(database.query("SELECT orders FROM report")
                            .as(Long.class)
                            .list()
                            .blockingGet())
                    .containsExactly(0L);
        }
    }
}
