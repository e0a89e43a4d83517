package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ValuesTest {

    @TempDir
    private Path root;

    private ShopConfiguration with(final String... arguments) {
        return new Reading(root)
                .arguments(arguments)
                .read(ShopConfiguration.class)
                .get(ShopConfiguration.class);
    }

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "15s, PT15S",
        "2m, PT2M",
        "1h, PT1H",
        "1d, PT24H",
        "PT15S, PT15S",
        "pt1h30m, PT1H30M",
        "' 3 s ', PT3S",
        "P1D, PT24H"
    })
    void durationsAreWrittenWithUnitsOrAsIso(final String text, final String expected) {
        assertThat(with("--shop.timeout=" + text).timeout()).isEqualTo(Duration.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s", "1w", "1.5s", "99999999999999999999s", "9223372036854775807d", "PTx", "1s2", "１s"})
    void whatIsNoDurationIsAProblem(final String text) {
        assertThat(new Reading(root).arguments("--shop.timeout=" + text).problem(ShopConfiguration.class))
                .startsWith("shop.timeout is '" + text + "', which is not a duration such as 500ms, 15s");
    }

    @Test
    void aNumberWithoutUnitSaysHowToWriteIt() {
        assertThat(new Reading(root).arguments("--shop.timeout=15").problem(ShopConfiguration.class))
                .isEqualTo("shop.timeout is '15', which is not a duration such as 500ms, 15s, 2m, 1h, 1d or PT15S.\n"
                        + "It comes from --shop.timeout (command line).\n"
                        + "Write the unit: 15s for seconds or 15ms for milliseconds.");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0K, 0",
        "512, 512",
        "1k, 1024",
        "64 KB, 65536",
        "64KiB, 65536",
        "10M, 10485760",
        "10b, 10",
        "1G, 1073741824",
        "9223372036854775807, 9223372036854775807"
    })
    void sizesArePowersOf1024(final String text, final long bytes) {
        assertThat(DataSize.of(text).bytes()).isEqualTo(bytes);
        assertThat(DataSize.of(DataSize.of(text).toString())).isEqualTo(DataSize.of(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "K", "-1", "1T", "1.5M", "9223372036854775808", "9223372036854775807K", "9000000000G", "１"})
    void whatIsNoSizeIsRefused(final String text) {
        assertThatThrownBy(() -> DataSize.of(text)).isExactlyInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sizesForIntsEndAtTheLargestInt() {
        assertThat(DataSize.of("4G").toInt()).isEqualTo(Integer.MAX_VALUE);
        assertThat(new DataSize(0).toInt()).isZero();
        assertThat(new DataSize(0)).hasToString("0");
    }

    @Test
    void defaultsAreThoseOfTheInterface() {
        final ShopConfiguration shop = with();
        assertThat(shop.port()).isEqualTo(8080);
        assertThat(shop.timeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(shop.maxBody()).isEqualTo(new DataSize(10 << 20));
        assertThat(shop.open()).isFalse();
        assertThat(shop.colour()).isEqualTo(ShopConfiguration.Colour.RED);
        assertThat(shop.tags()).isEmpty();
        assertThat(shop.numbers()).containsExactly(1, 2);
        assertThat(shop.motto()).isEmpty();
        assertThat(shop.workers()).isEmpty();
        assertThat(shop.password().get()).isEqualTo("changeit");
        assertThat(shop.labels()).isEmpty();
        assertThat(shop.till().drawers()).isEqualTo(3);
        assertThat(shop.mirror()).isEmpty();
        assertThat(shop.branches()).isEmpty();
        assertThat(shop.partners()).isEmpty();
    }

    @Test
    void everyTypeIsReadFromTheCommandLine() {
        final ShopConfiguration shop = with(
                "--shop.port=1",
                "--shop.max-body=64K",
                "--shop.open",
                "--shop.colour=dark-blue",
                "--shop.tags=a,b",
                "--shop.numbers=3",
                "--shop.motto=be open",
                "--shop.workers=4",
                "--shop.ratio=0.25",
                "--shop.password=secret",
                "--shop.labels.x=1",
                "--shop.labels.y.z=2",
                "--shop.till.drawers=5",
                "--shop.mirror.url=http://m",
                "--shop.branches[0].city=Rome",
                "--shop.partners.acme.city=Oslo",
                "--shop.partners.acme.rooms=2");
        assertThat(shop.port()).isEqualTo(1);
        assertThat(shop.maxBody()).isEqualTo(new DataSize(65536));
        assertThat(shop.open()).isTrue();
        assertThat(shop.colour()).isEqualTo(ShopConfiguration.Colour.DARK_BLUE);
        assertThat(shop.tags()).hasValue(List.of("a", "b"));
        assertThat(shop.numbers()).containsExactly(3);
        assertThat(shop.motto()).hasValue("be open");
        assertThat(shop.workers()).hasValue(4);
        assertThat(shop.ratio()).isEqualTo(0.25);
        assertThat(shop.password().get()).isEqualTo("secret");
        assertThat(shop.labels()).isEqualTo(Map.of("x", "1", "y.z", "2"));
        assertThat(shop.till().drawers()).isEqualTo(5);
        assertThat(shop.mirror().orElseThrow().url()).isEqualTo("http://m");
        assertThat(shop.branches().get(0).city()).isEqualTo("Rome");
        assertThat(shop.branches().get(0).rooms()).isEqualTo(1);
        assertThat(shop.partners().get("acme").rooms()).isEqualTo(2);
    }

    @Test
    void everyTypeIsReadFromTheEnvironment() {
        final ShopConfiguration shop = new Reading(root)
                .environment("SHOP_MAX_BODY", "64K")
                .environment("SHOP_NUMBERS_0_", "9")
                .environment("SHOP_LABELS_NORTH_EAST", "1")
                .environment("SHOP_BRANCHES_0__CITY", "Rome")
                .environment("SHOP_PARTNERS_ACME_CITY", "Oslo")
                .environment("shop.till.drawers", "4")
                .read(ShopConfiguration.class)
                .get(ShopConfiguration.class);
        assertThat(shop.maxBody()).isEqualTo(new DataSize(65536));
        assertThat(shop.numbers()).containsExactly(9);
        assertThat(shop.labels()).isEqualTo(Map.of("north.east", "1"));
        assertThat(shop.branches().get(0).city()).isEqualTo("Rome");
        assertThat(shop.partners().get("acme").city()).isEqualTo("Oslo");
        assertThat(shop.till().drawers()).isEqualTo(4);
    }

    @Test
    void aVariableOverridesTheEntryThatAnotherSourceNames() {
        final ShopConfiguration shop = new Reading(root)
                .file("application.yaml", """
                        shop:
                          labels: {north-east: a, southWest: b, org.acme: c}
                          partners:
                            new-york: {city: Paris}
                            losAngeles: {city: Paris}
                            "san jose": {city: Paris}
                        """)
                .code("shop.partners.in-code.city", "Paris")
                .system("shop.partners.of-system.city", "Paris")
                .environment("SHOP_LABELS_NORTH_EAST", "1")
                .environment("SHOP_LABELS_SOUTHWEST", "2")
                .environment("SHOP_LABELS_ORG_ACME", "3")
                .environment("SHOP_PARTNERS_NEW_YORK_CITY", "New York")
                .environment("SHOP_PARTNERS_NEW_YORK_ROOMS", "4")
                .environment("SHOP_PARTNERS_LOSANGELES_CITY", "Los Angeles")
                .environment("SHOP_PARTNERS_SAN_JOSE_ROOMS", "5")
                .environment("SHOP_PARTNERS_IN_CODE_CITY", "Rome")
                .environment("SHOP_PARTNERS_OF_SYSTEM_ROOMS", "6")
                .read(ShopConfiguration.class)
                .get(ShopConfiguration.class);
        assertThat(shop.labels()).isEqualTo(Map.of("north-east", "1", "southWest", "2", "org.acme", "3"));
        assertThat(shop.partners().entrySet())
                .extracting(each -> each.getKey() + ": " + each.getValue().city() + " "
                        + each.getValue().rooms())
                .containsExactlyInAnyOrder(
                        "new-york: New York 4",
                        "losAngeles: Los Angeles 1",
                        "san jose: Paris 5",
                        "in-code: Rome 1",
                        "of-system: Paris 6");
    }

    @Test
    void everyTypeIsReadFromYaml() {
        final ShopConfiguration shop = new Reading(root)
                .file("application.yaml", """
                        base: &base
                          rooms: 7
                        shop:
                          max-body: 64K
                          timeout: 2m
                          open: yes
                          motto: "007: \\u00e4"
                          tags: [a, "b,c"]
                          labels:
                            org.acme: DEBUG
                            plain: 2024-01-01
                          till: {drawers: 2}
                          branches:
                            - city: Rome
                            - city: Bonn
                              <<: *base
                          partners:
                            a.b: {city: Oslo}
                          workers: ~
                        """)
                .read(ShopConfiguration.class)
                .get(ShopConfiguration.class);
        assertThat(shop.maxBody()).isEqualTo(new DataSize(65536));
        assertThat(shop.timeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(shop.open()).isTrue();
        assertThat(shop.motto()).hasValue("007: \u00e4");
        assertThat(shop.tags()).hasValue(List.of("a", "b,c"));
        assertThat(shop.labels()).isEqualTo(Map.of("org.acme", "DEBUG", "plain", "2024-01-01"));
        assertThat(shop.till().drawers()).isEqualTo(2);
        assertThat(shop.branches().get(0).rooms()).isEqualTo(1);
        assertThat(shop.branches().get(1).rooms()).isEqualTo(7);
        assertThat(shop.partners().get("a.b").city()).isEqualTo("Oslo");
        assertThat(shop.workers()).isEmpty();
    }

    @Test
    void everyTypeIsTakenFromCode() {
        final ShopConfiguration shop = new Reading(root)
                .code("shop.timeout", Duration.ofMillis(1500))
                .code("shop.max-body", new DataSize(1 << 20))
                .code("shop.open", true)
                .code("shop.colour", ShopConfiguration.Colour.DARK_BLUE)
                .code("shop.tags", List.of("a,b", "c"))
                .code("shop.labels", Map.of("x", 1, "y.z", 2))
                .read(ShopConfiguration.class)
                .get(ShopConfiguration.class);
        assertThat(shop.timeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(shop.maxBody()).isEqualTo(new DataSize(1 << 20));
        assertThat(shop.open()).isTrue();
        assertThat(shop.colour()).isEqualTo(ShopConfiguration.Colour.DARK_BLUE);
        assertThat(shop.tags()).hasValue(List.of("a,b", "c"));
        assertThat(shop.labels()).isEqualTo(Map.of("x", "1", "y.z", "2"));
    }

    @Test
    void propertiesFilesMayHaveEscapesAndContinuedLines() {
        final Configuration configuration = new Reading(root)
                .file(
                        "application.properties",
                        "! note",
                        "shop.motto = be \\",
                        "   op\\u0065n \u00e4",
                        "",
                        "shop.port: 3")
                .read(ShopConfiguration.class);
        assertThat(configuration.get(ShopConfiguration.class).motto()).hasValue("be open \u00e4");
        assertThat(configuration.origin("shop.motto")).hasValue("application.properties line 2");
        assertThat(configuration.origin("shop.port")).hasValue("application.properties line 5");
    }

    @Test
    void expressionsMayUseOtherKeysDefaultsAndTheProcessEnvironment() {
        final ShopConfiguration shop = new Reading(root)
                .arguments(
                        "--shop.motto=${shop.host}:${shop.port} ${colour:blue} ${HOME} ${user.home} ${db.name} \\${x}")
                .environment("HOME", "/home/me")
                .environment("DB_NAME", "orders")
                .system("user.home", "/root")
                .code("shop.host", "example.org")
                .read(ShopConfiguration.class)
                .get(ShopConfiguration.class);
        assertThat(shop.motto()).hasValue("example.org:8080 blue /home/me /root orders ${x}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "TRUE", "yes", "on", "1"})
    void manyWordsMeanTrue(final String text) {
        assertThat(with("--shop.open=" + text).open()).isTrue();
    }

    @Test
    void aWordThatIsNeitherTrueNorFalseIsAProblem() {
        assertThat(new Reading(root).arguments("--shop.open=jep").problem(ShopConfiguration.class))
                .isEqualTo("shop.open is 'jep', which is not true or false.\n"
                        + "It comes from --shop.open (command line).\nSet shop.open to true or false.");
    }
}
