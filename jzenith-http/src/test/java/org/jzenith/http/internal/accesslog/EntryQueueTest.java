package org.jzenith.http.internal.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The entries that wait for the writer of the access log. */
final class EntryQueueTest {

    private static final int CAPACITY = 32_768;

    private final EntryQueue queue = new EntryQueue();

    private EntryQueue.Result add(final String target) {
        return queue.add(new AccessLog.Entry(
                0, 0, "1", null, null, "::1", null, "GET", target, "HTTP/1.1", null, 200, 0, false, null, null, null));
    }

    @Test
    void aQuarterOfTheRoomWakesTheWriterOnceForEachList() {
        for (int list = 0; list < 3; list++) {
            for (int i = 1; i < CAPACITY; i++) {
                assertThat(add("/")).isEqualTo(i == CAPACITY / 4 ? EntryQueue.Result.URGENT : EntryQueue.Result.ADDED);
            }
            assertThat(queue.take(new ArrayList<>())).hasSize(CAPACITY - 1);
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    @Test
    void beyondItsCapacityEntriesAreDropped() {
        for (int i = 0; i < CAPACITY; i++) {
            assertThat(add("/")).isNotEqualTo(EntryQueue.Result.DROPPED);
        }
        assertThat(add("/")).isEqualTo(EntryQueue.Result.DROPPED);
        assertThat(queue.take(new ArrayList<>())).hasSize(CAPACITY);
        assertThat(add("/")).isEqualTo(EntryQueue.Result.ADDED);
    }

    @Test
    void longTextsOfClientsHaveALimitTogether() {
        int added = 0;
        while (add("/" + "x".repeat(2000)) != EntryQueue.Result.DROPPED) {
            added++;
        }
        assertThat(added).isEqualTo(8192);
    }
}
