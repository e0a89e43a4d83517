package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** Tests that share an application with pools on MariaDB, each with a clean database. */
@Tag("full")
final class RestoredMariadbTest {

    private static final int CALLERS = 20;

    private static final JZenithExtension SHARED = JZenithExtension.of(
                    () -> JZenith.application().withPlugins(MysqlPlugin.create()))
            .shared();

    private static RunningApplication first;

    @RegisterExtension
    final JZenithExtension app = SHARED;

    @RepeatedTest(3)
    void eachTestHasACleanDatabase() {
        final Database database = app.get(Database.class);
        database.query("CREATE TABLE cat (name text)").execute().blockingAwait();
        Flowable.range(0, CALLERS)
                .flatMapCompletable(i -> i % 2 == 0
                        ? database.query("INSERT INTO cat VALUES ('Tom')").execute()
                        : database.withTransactionCompletable(
                                tx -> tx.query("INSERT INTO cat VALUES ('Tom')").execute()))
                .blockingAwait();
        assertThat(database.query("SELECT count(*) FROM cat")
                        .as(Long.class)
                        .single()
                        .blockingGet())
                .isEqualTo(CALLERS);
        first = first == null ? app.application() : first;
        assertThat(app.application()).isSameAs(first);
    }
}
