package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.configuration.DataSize;

final class KeyTableTest {

    @ConfigMapping(prefix = "table")
    interface TableConfiguration {

        String name();

        DataSize pin();
    }

    @Test
    void keyTableReplacesWhatStandsBetweenTheComments() {
        final KeyTable table = KeyTable.of(List.of(TableConfiguration.class));
        final String expected =
                "a\n<!-- keys:begin x -->\n\n| key | type | default | description |\n|---|---|---|---|\n"
                        + "| `table.name` | text | required |  |\n| `table.pin` | size | required |  |\n"
                        + "\n<!-- keys:end -->\nb";
        assertThat(table.insertedInto("a\n<!-- keys:begin x -->old<!-- keys:end -->\nb", "x"))
                .isEqualTo(expected);
        assertThat(table.insertedInto(expected, "x")).isEqualTo(expected);
        assertThatThrownBy(() -> table.insertedInto("no place", "x")).isInstanceOf(IllegalArgumentException.class);
    }
}
