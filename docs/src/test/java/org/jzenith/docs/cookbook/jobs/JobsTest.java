package org.jzenith.docs.cookbook.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.jobs.JobRunner;
import org.jzenith.jobs.Jobs;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/jobs.md. */
final class JobsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(JobsTest::application)
            .withOverridingConfiguration("postgresql.migrations.locations", "cookbook/migration");

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        PostgresqlPlugin.create(),
                        Jobs.of(Jobs.every(
                                        Duration.ofMinutes(5),
                                        "expire-sessions",
                                        Sessions.class,
                                        Sessions::expire)
                                .onOneInstance()
                                .withTimeout(Duration.ofMinutes(1))))
                .withModules(binder -> binder.bind(Sessions.class));
        // endregion
    }

    private static UUID session(final OffsetDateTime expires) {
        final UUID id = UUID.randomUUID();
        APP.get(Database.class)
                .query("INSERT INTO session VALUES ($1, $2)", id, expires)
                .execute()
                .blockingAwait();
        return id;
    }

    private static Single<Boolean> exists(final UUID id) {
        return APP.get(Database.class)
                .query("SELECT EXISTS (SELECT FROM session WHERE id = $1)", id)
                .map(row -> row.getBoolean(0))
                .single();
    }

    @Test
    void theJobDeletesWhatHasExpiredAndNothingElse() {
        final UUID valid = session(OffsetDateTime.now().plusDays(1));
        final UUID expired = session(OffsetDateTime.now().minusDays(1));
        APP.get(JobRunner.class).run("expire-sessions").blockingAwait();
        assertThat(exists(expired).blockingGet()).isFalse();
        assertThat(exists(valid).blockingGet()).isTrue();
    }

    @Test
    void aRunWhoseTermHasEndedDeletesNothing() {
        final UUID expired = session(OffsetDateTime.now().minusDays(1));
        final Term ended = new Term("job/another", "expire-sessions", 1);
        assertThatThrownBy(() -> APP.get(Sessions.class).expire(ended).blockingAwait())
                .isInstanceOf(TermEndedException.class);
        assertThat(exists(expired).blockingGet()).isTrue();
    }
}
