package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.internal.configuration.source.ApplicationFiles;

final class PrecedenceTest {

    private record Rank(String name, String origin, UnaryOperator<Reading> set) {}

    private static final String CONFIG = "--config=special.properties";
    private static final String PROFILE = "--profile=dev";

    /** From the strongest to the weakest; each sets the host to its own name. */
    private static final List<Rank> RANKS = List.of(
            new Rank("test", "an override of the test", reading -> reading.override("shop.host", "test")),
            new Rank(
                    "line",
                    "--shop.host (command line)",
                    reading -> reading.arguments(CONFIG, PROFILE, "--shop.host=line")),
            new Rank("system", "system property shop.host", reading -> reading.system("shop.host", "system")),
            new Rank(
                    "environment",
                    "SHOP_HOST (environment)",
                    reading -> reading.environment("SHOP_HOST", "environment")),
            new Rank(
                    "named",
                    "special.properties line 1",
                    reading -> reading.file("special.properties", "shop.host=named")),
            new Rank(
                    "profile",
                    "application-dev.properties line 1",
                    reading -> reading.file("application-dev.properties", "shop.host=profile")),
            new Rank(
                    "profileYaml",
                    "application-dev.yaml line 2",
                    reading -> reading.file("application-dev.yaml", "shop:", "  host: profileYaml")),
            new Rank(
                    "percent",
                    "application.yml line 3",
                    reading -> reading.file("application.yml", "\"%dev\":", "  shop:", "    host: percent")),
            new Rank(
                    "classProfile",
                    "application-dev.properties (class path) line 1",
                    reading -> reading.onClassPath("application-dev.properties", "shop.host=classProfile")),
            new Rank(
                    "file",
                    "application.properties line 2",
                    reading -> reading.file("application.properties", "# comment", "shop.host=file")),
            new Rank("yaml", "application.yaml line 1", reading -> reading.file("application.yaml", "shop.host: yaml")),
            new Rank("jar", null, reading -> reading.besideJar("application.properties", "shop.host=jar")),
            new Rank(
                    "class",
                    "application.properties (class path) line 1",
                    reading -> reading.onClassPath("application.properties", "shop.host=class")),
            new Rank("code", "withConfiguration in code", reading -> reading.code("shop.host", "code")),
            new Rank("provided", "the plugin database", reading -> reading.provided("shop.host", "provided")));

    @TempDir
    private Path root;

    private Reading reading(final String name) {
        return new Reading(root.resolve(name))
                .arguments(CONFIG, PROFILE)
                .file("special.properties", "")
                .file("unrelated.properties", "shop.host=never");
    }

    @TestFactory
    List<DynamicTest> everySourceBeatsEachWeakerOne() {
        final List<DynamicTest> tests = new ArrayList<>();
        for (int strong = 0; strong < RANKS.size(); strong++) {
            for (int weak = strong + 1; weak < RANKS.size(); weak++) {
                final Rank winner = RANKS.get(strong);
                final Rank loser = RANKS.get(weak);
                tests.add(DynamicTest.dynamicTest(winner.name + " beats " + loser.name, () -> {
                    final Reading reading = reading(winner.name + loser.name);
                    final Configuration configuration =
                            winner.set.apply(loser.set.apply(reading)).read(ShopConfiguration.class);
                    assertThat(configuration.get(ShopConfiguration.class).host())
                            .isEqualTo(winner.name);
                }));
            }
        }
        return tests;
    }

    @TestFactory
    List<DynamicTest> everySourceIsNamed() {
        return RANKS.stream()
                .filter(rank -> rank.origin != null)
                .map(rank -> DynamicTest.dynamicTest(rank.name, () -> {
                    final Configuration configuration =
                            rank.set.apply(reading(rank.name)).read(ShopConfiguration.class);
                    assertThat(configuration.get(ShopConfiguration.class).host())
                            .isEqualTo(rank.name);
                    assertThat(configuration.origin("shop.host")).hasValue(rank.origin);
                    assertThat(configuration.isSet("shop.host")).isTrue();
                }))
                .toList();
    }

    @Test
    void theDefaultIsTheWeakest() {
        final Configuration configuration = reading("default").read(ShopConfiguration.class);
        assertThat(configuration.get(ShopConfiguration.class).host()).isEqualTo("localhost");
        assertThat(configuration.origin("shop.host")).isEmpty();
        assertThat(configuration.isSet("shop.host")).isFalse();
    }

    @Test
    void suppliedLaterIsAsWeakAsSuppliedAtOnce() {
        final Configuration asked = reading("later").code("shop.port", 1).read(ShopConfiguration.class);
        final Configuration configuration =
                asked.withPluginConfiguration(Map.of("database", Map.of("shop.port", "2", "shop.host", "provided")));
        assertThat(configuration.get(ShopConfiguration.class).port()).isEqualTo(1);
        assertThat(configuration.get(ShopConfiguration.class).host()).isEqualTo("provided");
        assertThat(asked.get(ShopConfiguration.class).host()).isEqualTo("localhost");
    }

    @Test
    void filesAreNotReadAgainWhenPluginsSupply() {
        final Reading reading = reading("once").file("application.properties", "shop.host=before");
        final Configuration asked = reading.read(ShopConfiguration.class);
        reading.file("application.properties", "shop.host=after");
        assertThat(asked.withPluginConfiguration(Map.of())
                        .get(ShopConfiguration.class)
                        .host())
                .isEqualTo("before");
    }

    @Test
    void aListInAStrongerSourceReplacesTheWholeList() {
        final Configuration configuration = reading("list")
                .file("application.yaml", "shop:", "  tags:", "    - a,1", "    - b", "    - c")
                .environment("SHOP_TAGS", "z")
                .read(ShopConfiguration.class);
        assertThat(configuration.get(ShopConfiguration.class).tags()).hasValue(List.of("z"));
    }

    @Test
    void twoConfigurationsInOneJvmDoNotKnowEachOther() {
        final Configuration one = reading("one").arguments("--shop.port=1").read(ShopConfiguration.class);
        final Configuration two = reading("two").arguments("--shop.port=2").read(ShopConfiguration.class);
        assertThat(one.get(ShopConfiguration.class).port()).isEqualTo(1);
        assertThat(two.get(ShopConfiguration.class).port()).isEqualTo(2);
        assertThat(System.getProperty("shop.port")).isNull();
    }

    @Test
    void filesAreLookedForInTheWorkingDirectoryAndBesideTheStartedJar() {
        final Path work = root.resolve("work").toAbsolutePath();
        final String separator = File.pathSeparator;
        assertThat(ApplicationFiles.directories(
                        Map.of("user.dir", work.toString(), "java.class.path", "target/application.jar")))
                .containsExactly(work, work.resolve("target"));
        assertThat(ApplicationFiles.directories(
                        Map.of("user.dir", work.toString(), "java.class.path", "application.jar")))
                .containsExactly(work);
        assertThat(ApplicationFiles.directories(
                        Map.of("user.dir", work.toString(), "java.class.path", "lib/a.jar" + separator + "lib/b.jar")))
                .containsExactly(work);
    }
}
