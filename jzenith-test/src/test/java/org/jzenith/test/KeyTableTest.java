package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;

final class KeyTableTest {

    @ConfigMapping(prefix = "table")
    interface TableConfiguration {

        String name();

        DataSize pin();
    }

    @ConfigMapping(prefix = "shop")
    interface ShopConfiguration {

        @Description("The port.")
        @WithDefault("80")
        int port();

        Tls tls();

        Map<String, Branch> branches();

        interface Tls {

            @Description("The key.")
            Optional<String> key();
        }

        interface Branch {

            Tls tls();

            @Description("The port.")
            @WithDefault("80")
            int port();

            @Description("The town.")
            String town();
        }
    }

    @Test
    void keysOfAPartShareARowIfTheyMeanTheSame() {
        assertThat(KeyTable.of(List.of(ShopConfiguration.class)).markdown())
                .contains("| `shop.port` | number | `80` | The port. |")
                .contains("| `shop.branches.*` |  |  | As in `shop`: `port`, `tls.key`. |")
                .doesNotContain("shop.branches.*.port", "shop.branches.*.tls")
                .contains("| `shop.tls.key` | text |  | The key. |")
                .contains("| `shop.branches.*.town` | text |  | The town. |");
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
