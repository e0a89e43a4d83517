package org.jzenith.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CleanupTest {

    private final List<String> undone = new ArrayList<>();

    @Test
    void undoesWhatWasDoneLastFirst() {
        try (Cleanup cleanup = new Cleanup()) {
            cleanup.add(1, () -> undone.add("first"));
            cleanup.add(2, () -> undone.add("second"));
        }
        assertThat(undone).containsExactly("second", "first");
    }

    @Test
    void aPartIsUndoneOnceBeforeTheRest() {
        try (Cleanup cleanup = new Cleanup()) {
            cleanup.add(1, () -> undone.add("whole"));
            try (Cleanup part = cleanup.part()) {
                part.add(1, () -> undone.add("part"));
            }
            assertThat(undone).containsExactly("part");
        }
        assertThat(undone).containsExactly("part", "whole");
    }

    @Test
    void aPartThatIsLeftInTheMiddleIsUndoneWithTheRest() {
        try (Cleanup cleanup = new Cleanup()) {
            cleanup.part().add(1, () -> undone.add("part"));
        }
        assertThat(undone).containsExactly("part");
    }
}
