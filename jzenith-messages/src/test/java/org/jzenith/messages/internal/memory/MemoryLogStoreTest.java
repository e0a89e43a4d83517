package org.jzenith.messages.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.TopicDefinition;

/** The limit of the store in memory. */
final class MemoryLogStoreTest {

    private static final String TOPIC = "orders";

    private static LogStore limited() {
        final LogStore limited = new MemoryLogStore("memory", 10_000);
        limited.open(new TopicDefinition(TOPIC, 2, Duration.ofHours(1))).blockingAwait();
        return limited;
    }

    private static void append(final LogStore store, final int partition) {
        store.append(
                        TOPIC,
                        List.of(new NewMessage("id", partition, null, Map.of(), new byte[2_000], Instant.now())),
                        null)
                .blockingAwait();
    }

    private static LogStore.LogState state(final LogStore store) {
        return store.state(TOPIC).blockingGet();
    }

    @Test
    void oldestMessagesAreDroppedWhenTheMemoryIsFull() {
        final LogStore limited = limited();
        for (int i = 0; i < 10; i++) {
            append(limited, i % 2);
        }
        assertThat(state(limited).first()).isEqualTo(7);
        assertThat(state(limited).last()).isEqualTo(10);
    }

    @Test
    void messagesThatAConsumerHasNotHandledAreNotDropped() {
        final LogStore limited = limited();
        assertThat(limited.committed(TOPIC, "mail").blockingGet()).isEmpty();
        for (int i = 0; i < 4; i++) {
            append(limited, 0);
        }
        assertThatThrownBy(() -> append(limited, 1))
                .isInstanceOf(MemoryFullException.class)
                .hasMessageContaining("10000 bytes")
                .hasMessageContaining("messages.TOPIC.over");
        final Term term = limited.leases()
                .claim("mail", "0", "a", Duration.ofHours(1), Long.MAX_VALUE)
                .blockingGet()
                .token();
        limited.commit(TOPIC, "mail", 0, 2, term).blockingAwait();
        append(limited, 1);
        append(limited, 1);
        assertThatThrownBy(() -> append(limited, 1)).isInstanceOf(MemoryFullException.class);
        assertThat(state(limited).first()).isEqualTo(3);
    }

    @Test
    void deadLettersCountForTheLimit() {
        final LogStore limited = limited();
        for (int i = 0; i < 4; i++) {
            limited.deadLetters().add(letter(i)).blockingAwait();
        }
        limited.deadLetters().add(letter(3)).onErrorComplete().blockingAwait();
        assertThatThrownBy(() -> append(limited, 0)).isInstanceOf(MemoryFullException.class);
        assertThat(limited.deadLetters().remove(TOPIC, "3").blockingGet()).isTrue();
        append(limited, 0);
    }

    private static DeadLetter letter(final int id) {
        return new DeadLetter(
                Integer.toString(id), TOPIC, "mail", "id", null, Map.of(), new byte[2_000], "error", 1, Instant.now());
    }
}
