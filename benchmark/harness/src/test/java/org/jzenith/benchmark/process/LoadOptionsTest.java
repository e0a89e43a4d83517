package org.jzenith.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LoadOptionsTest {

    private static LoadOptions parse(final String... arguments) {
        return LoadOptions.parse(List.of("--environment", "--events"), arguments);
    }

    @Test
    void settingsAreSeparatedByCommas() {
        assertThat(parse("--environment", "A=1,B=2=3").environment()).isEqualTo(Map.of("A", "1", "B", "2=3"));
        assertThat(parse().environment()).isEmpty();
        assertThatThrownBy(() -> parse("--environment", "A=1,B").environment())
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("'B' of --environment has no value");
    }

    @Test
    void wrongOptionsAreRefusedWithAReason() {
        assertThatThrownBy(() -> parse("--event", "3"))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("'--event' is unknown");
        assertThatThrownBy(() -> parse("--events", "many").number("--events", 1))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("is 'many'");
    }
}
