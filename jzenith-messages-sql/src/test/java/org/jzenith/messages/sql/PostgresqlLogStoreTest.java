package org.jzenith.messages.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.test.LogStoreContract;
import org.jzenith.sql.Database;

/** Logs in PostgreSQL, as two instances see them. */
final class PostgresqlLogStoreTest extends LogStoreContract {

    private static PostgresqlInstances instances;

    @BeforeAll
    static void start() {
        instances = new PostgresqlInstances();
    }

    @AfterAll
    static void stop() {
        instances.close();
    }

    @Override
    protected LogStore one() {
        return instances.one();
    }

    @Override
    protected LogStore other() {
        return instances.other();
    }

    private static void execute(final String sql) {
        instances.first().get(Database.class).query(sql).execute().blockingAwait();
    }

    private static List<NewMessage> message() {
        return List.of(new NewMessage("id", 0, null, Map.of(), new byte[1], Instant.now()));
    }

    @Test
    void topicThatWasCreatedAgainIsLostForInstancesThatKnowTheOldOne() {
        final TopicDefinition topic = new TopicDefinition("again", 1, Duration.ofHours(1));
        one().open(topic).blockingAwait();
        one().append("again", message(), null).blockingAwait();
        execute("DELETE FROM jzenith_topic WHERE name = 'again'");
        other().open(topic).blockingAwait();

        assertThatThrownBy(() -> one().append("again", message(), null).blockingAwait())
                .isInstanceOf(TopicLostException.class)
                .hasMessageStartingWith("The topic 'again' is no longer in PostgreSQL, or was created again");
        assertThatThrownBy(() -> one().readAll("again", 0, 10, 1_000).blockingGet())
                .isInstanceOf(TopicLostException.class);
        assertThatThrownBy(() -> one().committed("again", "mail").blockingGet()).isInstanceOf(TopicLostException.class);
        assertThatThrownBy(() -> one().commit("again", "mail", 0, 1, new Term("a", "b", 1))
                        .blockingAwait())
                .isInstanceOf(TopicLostException.class);
    }

    @Test
    void headersThatAreNotJsonAreLeftOut() {
        one().open(new TopicDefinition("foreign", 1, Duration.ofHours(1))).blockingAwait();
        one().append("foreign", message(), null).blockingAwait();
        other().open(new TopicDefinition("foreign", 1, Duration.ofHours(1))).blockingAwait();
        for (final String headers : List.of("[not json", "null")) {
            execute("UPDATE jzenith_message SET headers = '" + headers + "' WHERE topic = 'foreign'");
            assertThat(other().readAll("foreign", 0, 1, 1_000).blockingGet())
                    .singleElement()
                    .satisfies(found -> assertThat(found.headers()).isEmpty());
        }
    }

    @Test
    void commandForAResetDeletesThePositionsOfAConsumer() {
        one().open(new TopicDefinition("reset", 1, Duration.ofHours(1))).blockingAwait();
        other().open(new TopicDefinition("reset", 1, Duration.ofHours(1))).blockingAwait();
        for (final String consumer : List.of("mail", "audit")) {
            final Term term = one().leases()
                    .claim("reset/" + consumer, "0", "a", Duration.ofHours(1), Long.MAX_VALUE)
                    .toSingle()
                    .blockingGet()
                    .token();
            one().commit("reset", consumer, 0, 1, term).blockingAwait();
        }
        execute(one().resetCommand("reset", "mail"));
        assertThat(other().committed("reset", "mail").blockingGet()).isEmpty();
        assertThat(other().committed("reset", "audit").blockingGet()).isEqualTo(Map.of(0, 1L));
    }
}
