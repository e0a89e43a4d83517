package org.jzenith.messages.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.messages.error.PositionLostException;

@Tag("full")
final class FollowPositionTest {

    private static final Uuid TOPIC = new Uuid(-1, 5);

    @Test
    void offsetsOfAllPartitionsAreReadAgain() {
        final long[] offsets = {0, 35, 36, Long.MAX_VALUE};
        final String text = FollowPosition.text(TOPIC, offsets);
        assertThat(text).isEqualTo("3w5e11264sgsf-0.z.10.1y2p0ij32e8e7");
        assertThat(FollowPosition.parse("orders", TOPIC, 4, text)).isEqualTo(offsets);
    }

    @Test
    void partitionsThatWereAddedBeginAtZero() {
        assertThat(FollowPosition.parse("orders", TOPIC, 4, FollowPosition.text(TOPIC, new long[] {7, 8})))
                .containsExactly(7, 8, 0, 0);
    }

    @Test
    void theLongestPositionFitsIntoTheLimitOfPositions() {
        final long[] offsets = new long[256];
        Arrays.fill(offsets, Long.MAX_VALUE);
        assertThat(FollowPosition.text(TOPIC, offsets)).matches("[A-Za-z0-9.-]{1,4000}");
    }

    @Test
    void positionsOfAnotherTopicAreLost() {
        final String text = FollowPosition.text(new Uuid(7, 5), new long[] {1});
        assertThatThrownBy(() -> FollowPosition.parse("orders", TOPIC, 1, text))
                .isInstanceOf(PositionLostException.class);
    }
}
