package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauges;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.sql.Database;

/** Messages of the outbox for which no instance runs. */
final class OutboxRestartTest {

    @Tag("full")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
    @Execution(ExecutionMode.CONCURRENT)
    void furtherMessagesThatWaitedArePassedOnAfterARestart(final OutboxContract.Kind kind) {
        assertPassedOn(kind);
    }

    @Test
    void messagesThatWaitedArePassedOnAfterARestart() {
        assertPassedOn(OutboxContract.Kind.POSTGRESQL);
    }

    private static void assertPassedOn(final OutboxContract.Kind kind) {
        final String name = kind.database.create();
        try (RunningApplication without = kind.with(kind.database.application(name))
                .withPlugins(MessagesPlugin.create().publishing(OutboxContract.NOTES), SqlMessagesPlugin.create())
                .withConfiguration("messages.notes.over", kind.engine)
                .run()) {
            final Database database = without.get(Database.class);
            database.query(
                            "INSERT INTO jzenith_outbox (topic, partition_number, message_id, message_key, headers, body,"
                                    + " published_at) VALUES ('orders', 0, 'id', 'a', '{}',"
                                    + " '{\"customer\":\"a\",\"number\":1,\"text\":\"\"}', '2020-01-01 00:00:00')")
                    .execute()
                    .blockingAwait();
            until(() -> gauge(without, "outbox.waiting") == 1);
            assertThat(gauge(without, "outbox.oldest-age")).isPositive();
            assertThat(OutboxContract.waiting(without)).isEqualTo(1);
        }
        try (RunningApplication application = kind.application(name).run()) {
            assertThat(OutboxContract.await(1, application)).containsExactly(new OutboxContract.Order("a", 1));
        }
    }

    private static long gauge(final RunningApplication application, final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .findFirst()
                .orElseThrow()
                .used();
    }
}
