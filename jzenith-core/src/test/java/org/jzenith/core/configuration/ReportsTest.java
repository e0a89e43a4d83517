package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.problem.StartException;

final class ReportsTest {

    @TempDir
    private Path root;

    @Test
    void helpListsKeysByPrefixAndFlags() {
        final Configuration configuration =
                new Reading(root).arguments("--help").read(NeedyConfiguration.class, ShopConfiguration.class);
        assertThat(configuration.wantsHelp()).isTrue();
        assertThat(configuration.help())
                .contains("--config=FILE", "--profile=NAME", "--help", "--explain-config", "--training-run", "--debug")
                .contains("\nneedy:\n  --needy.name  (text, required)\n  --needy.pin  (secret size, required)\n")
                .contains("\nshop:\n")
                .contains("  --shop.port  (number, default 8080)\n      The port.\n")
                .contains("  --shop.password  (secret text, default ****)\n      Opens the till.\n")
                .contains("  --shop.colour  (red, dark-blue, default red)\n")
                .contains("  --shop.numbers  (list of number, default 1,2)\n")
                .contains("  --shop.labels.*  (text)\n")
                .contains("  --shop.mirror.url  (text)\n")
                .contains("  --shop.branches[*].city  (text)\n")
                .doesNotContain("shop.numbers[*]");
    }

    @Test
    void helpIsThereWhateverIsWrong() {
        final Configuration configuration = new Reading(root)
                .arguments("--shop.port=abc", "--nonsense", "--help")
                .file("application.yaml", "{")
                .read(ShopConfiguration.class);
        assertThat(configuration.wantsHelp()).isTrue();
        assertThat(configuration.help()).contains("--shop.port");
        assertThatThrownBy(() -> configuration.get(ShopConfiguration.class)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void explanationShowsWinnersAndLosers() {
        final Configuration configuration = new Reading(root)
                .arguments("--explain-config", "--shop.port=1")
                .environment("SHOP_PORT", "2")
                .file("application.yaml", "shop:", "  port: 3", "  motto: at ${shop.host}", "  labels: {a: b}")
                .read(ShopConfiguration.class);
        assertThat(configuration.wantsExplanation()).isTrue();
        assertThat(configuration.explain())
                .contains("shop.port = 1\n"
                        + "    from --shop.port (command line)\n"
                        + "    over 2 from SHOP_PORT (environment)\n"
                        + "    over 3 from application.yaml line 2\n"
                        + "    over 8080 from default\n")
                .contains("shop.motto = at localhost\n    from application.yaml line 3\n")
                .contains("shop.labels.a = b\n    from application.yaml line 4\n")
                .contains("shop.host = localhost\n    from default\n")
                .contains("shop.workers is not set\n");
    }

    @Test
    void explanationShowsAllKeysOfAGroupWithAName() {
        final String text = new Reading(root)
                .arguments("--explain-config", "--shop.partners.acme.city=Vienna", "--shop.branches[0].city=Brno")
                .read(ShopConfiguration.class)
                .explain();
        assertThat(text)
                .contains("shop.partners.acme.city = Vienna\n    from --shop.partners.acme.city (command line)\n")
                .contains("shop.partners.acme.rooms = 1\n    from default\n")
                .contains("shop.branches[0].city = Brno\n")
                .contains("shop.branches[0].rooms = 1\n    from default\n")
                .doesNotContain("partners.*", "[*]");
        assertThat(new Reading(root)
                        .arguments("--explain-config")
                        .read(ShopConfiguration.class)
                        .explain())
                .doesNotContain("partners", "branches");
    }

    @Test
    void explanationOfAWrongConfigurationIsItsProblems() {
        assertThatThrownBy(() -> new Reading(root)
                        .arguments("--explain-config", "--shop.port=abc")
                        .read(ShopConfiguration.class))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("shop.port is 'abc'");
    }

    @Test
    void flagsAreOffUntilGiven() {
        final Configuration silent = new Reading(root).read(ShopConfiguration.class);
        assertThat(silent.debug()).isFalse();
        assertThat(silent.wantsHelp()).isFalse();
        assertThat(silent.wantsExplanation()).isFalse();
        assertThat(new Reading(root)
                        .arguments("--debug")
                        .read(ShopConfiguration.class)
                        .debug())
                .isTrue();
    }

    @Test
    void anInterfaceThatWasNotGivenIsRefused() {
        final Configuration configuration = new Reading(root).read(ShopConfiguration.class);
        assertThatThrownBy(() -> configuration.get(NeedyConfiguration.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NeedyConfiguration is not known");
    }

    @Test
    void keysTellEverythingAboutThemselves() {
        final List<ConfigurationKey> keys =
                Configuration.keys(List.of(NeedyConfiguration.class, ShopConfiguration.class));
        assertThat(keys)
                .contains(
                        new ConfigurationKey("needy.pin", "secret size", null, true, "", true),
                        new ConfigurationKey("shop.max-body", "size", "10M", false, "", false),
                        new ConfigurationKey("shop.port", "number", "8080", false, "The port.", false),
                        new ConfigurationKey("shop.mirror.url", "text", null, false, "", false));
        assertThatThrownBy(() -> Configuration.keys(List.of(String.class))).isInstanceOf(StartException.class);
    }
}
