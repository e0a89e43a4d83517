package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.Topic;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.internal.log.PostgresqlLogStore;
import org.jzenith.messages.sql.internal.outbox.MovePass;
import org.jzenith.messages.sql.internal.outbox.OutboxTable;
import org.jzenith.messages.sql.internal.outbox.Pass;
import org.jzenith.messages.sql.internal.outbox.Pass.Passed;
import org.jzenith.messages.sql.internal.outbox.Relay;
import org.jzenith.messages.sql.internal.outbox.SendPass;
import org.jzenith.sql.Database;

/** Passes of the relay that cannot take all messages: 4 MiB is the limit of one. */
final class PassTest {

    private static final Topic<String> TEXTS = Topic.of("texts", String.class);
    private static final int MIB = 1 << 20;

    /** Starts an application whose relay has stopped, so that a test has its messages. */
    private static RunningApplication start(final TestDatabase product, final String engine) {
        final RunningApplication application = product.application(product.create())
                .withPlugins(MessagesPlugin.create().publishing(TEXTS), SqlMessagesPlugin.create())
                .withConfiguration("messages.texts.over", engine)
                .withConfiguration("messages.texts.max-size", "8M")
                .run();
        application.get(Relay.class).stop().blockingAwait();
        return application;
    }

    private static void publish(final RunningApplication application, final int... sizes) {
        for (final int size : sizes) {
            application
                    .get(Database.class)
                    .withTransactionCompletable(
                            tx -> application.get(Outbox.class).publish(tx, TEXTS, "x".repeat(size)))
                    .blockingAwait();
        }
    }

    private static void assertTakesAll(final RunningApplication application, final Pass pass, final Term term) {
        // The second one does not fit, and the third one is larger than a pass.
        publish(application, MIB, 4 * MIB - 1_000, 5 * MIB, 1, 1);
        for (final Passed expected : List.of(
                new Passed(1, true),
                new Passed(1, true),
                new Passed(1, true),
                new Passed(2, false),
                new Passed(0, false))) {
            assertThat(pass.run("texts", term).blockingGet()).isEqualTo(expected);
        }
    }

    @Test
    void aPassToAnotherEngineSaysWhetherMessagesAreLeft() {
        sendAll(TestDatabase.POSTGRESQL);
    }

    @Tag("full")
    @Test
    void aPassOfMariadbSaysWhetherMessagesAreLeft() {
        sendAll(TestDatabase.MARIADB);
    }

    private static void sendAll(final TestDatabase product) {
        try (RunningApplication application = start(product, "memory")) {
            assertTakesAll(
                    application,
                    new SendPass(application.get(OutboxTable.class), application.get(Topics.class)),
                    new Term("outbox", "texts", 1_000));
        }
    }

    @Test
    void aPassInTheDatabaseSaysWhetherMessagesAreLeft() {
        try (RunningApplication application = start(TestDatabase.POSTGRESQL, "postgresql")) {
            final PostgresqlLogStore store = application.get(PostgresqlLogStore.class);
            final Term term = store.leases()
                    .claim("test", "texts", "test", Duration.ofHours(1), Long.MAX_VALUE)
                    .toSingle()
                    .blockingGet()
                    .token();
            assertTakesAll(application, new MovePass(application.get(Database.class), store, null), term);
        }
    }
}
