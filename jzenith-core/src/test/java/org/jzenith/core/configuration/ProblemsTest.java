package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.smallrye.config.ConfigMapping;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.hibernate.validator.constraints.LuhnCheck;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

final class ProblemsTest {

    @ConfigMapping(prefix = "broken")
    interface BrokenConfiguration {

        String withParameter(int parameter);
    }

    /** Constraints whose messages in Hibernate Validator are expressions. */
    @ConfigMapping(prefix = "limits")
    interface LimitsConfiguration {

        @DurationMin(millis = 1)
        Duration shortest();

        @DurationMin(seconds = 90, inclusive = false)
        Duration longer();

        @DurationMax(seconds = 10)
        Duration longest();

        @DurationMax(days = 2, inclusive = false)
        Duration shorter();

        @DecimalMin("0.5")
        BigDecimal least();

        @DecimalMax(value = "9", inclusive = false)
        BigDecimal below();

        @Pattern(regexp = "a+", message = "is ${validatedValue}, which {nothing} can evaluate")
        String own();

        @LuhnCheck
        String card();
    }

    @TempDir
    private Path root;

    private Reading reading() {
        return new Reading(root);
    }

    private List<String> problems(final Reading reading) {
        return reading.problems(ShopConfiguration.class).stream()
                .map(StartProblem::toString)
                .toList();
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        final List<String> problems = problems(reading()
                .arguments("--shop.port=abc", "--shop.till.drawers=10", "--shop.hots=x")
                .environment("SHOP_TIMEOUT", "soon")
                .environment("SHOP_RATOI", "1")
                .system("shop.workers", "0")
                .file("application.yaml", "shop:", "  colour: green", "  mottoo: x")
                .code("shop.max-body", 5)
                .file("application.properties", "shop.motto=${nothing.here}"));
        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "shop.port is 'abc', which is not a whole number from 0 to 65535.\n"
                                + "It comes from --shop.port (command line).\n"
                                + "Set shop.port to a whole number from 0 to 65535.",
                        "shop.till.drawers is '10', but it must be less than or equal to 9.\n"
                                + "It comes from --shop.till.drawers (command line).\n"
                                + "Set shop.till.drawers to another value: must be less than or equal to 9.",
                        "--shop.hots (value 'x') is not understood.\n"
                                + "It comes from the command line.\n"
                                + "Did you mean --shop.host?",
                        "shop.timeout is 'soon', which is not a duration such as 500ms, 15s, 2m, 1h, 1d or PT15S.\n"
                                + "It comes from SHOP_TIMEOUT (environment).\n"
                                + "Set shop.timeout to a duration such as 500ms, 15s, 2m, 1h, 1d or PT15S.",
                        "The environment variable SHOP_RATOI (value '1') does not name a known key.\n"
                                + "It comes from SHOP_RATOI (environment).\n"
                                + "Did you mean SHOP_RATIO?",
                        "shop.workers is '0', but it must be greater than or equal to 1.\n"
                                + "It comes from system property shop.workers.\n"
                                + "Set shop.workers to another value: must be greater than or equal to 1.",
                        "shop.colour is 'green', which is not one of red, dark-blue.\n"
                                + "It comes from application.yaml line 2.\n"
                                + "Set shop.colour to one of red, dark-blue.",
                        "The key shop.mottoo (value 'x') is not known.\n"
                                + "It comes from application.yaml line 3.\n"
                                + "Did you mean shop.motto?",
                        "shop.max-body is '5', but it must be greater than or equal to 1024.\n"
                                + "It comes from withConfiguration in code.\n"
                                + "Set shop.max-body to another value: must be greater than or equal to 1024.",
                        "shop.motto uses ${nothing.here}, which has no value.\n"
                                + "It comes from application.properties line 1.\n"
                                + "Set nothing.here, or give it a default: ${nothing.here:default}.");
    }

    /** The settings of a part that the application may add. */
    @ConfigMapping(prefix = "shop.gifts")
    interface GiftConfiguration {

        Map<String, String> wraps();

        Optional<String> card();
    }

    @Test
    void aKeyOfAPartThatIsNotAddedSaysHowToAddItInEachSource() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> reading()
                        .arguments("--shop.gifts.card=a")
                        .environment("SHOP_GIFTS_WRAPS_RED", "b")
                        .environment("SHOP_GIFTS_CARD", "c")
                        .file("application.properties", "shop.gifts.wraps.blue=d")
                        .reader(ShopConfiguration.class)
                        .withOptionalTypes(Map.of(GiftConfiguration.class, "Add withGifts()."))
                        .read());
        assertThat(failure.problems())
                .extracting(StartProblem::remedy)
                .hasSize(4)
                .containsOnly("Add withGifts().");
    }

    @Test
    void aRequiredKeyWithoutValueSaysHowToSetIt() {
        assertThat(reading().problems(NeedyConfiguration.class))
                .extracting(StartProblem::toString)
                .containsExactlyInAnyOrder(
                        "needy.name is required and has no value.\n"
                                + "Set it, for example with --needy.name=VALUE or NEEDY_NAME in the environment.",
                        "needy.pin is required and has no value.\n"
                                + "Set it, for example with --needy.pin=VALUE or NEEDY_PIN in the environment.");
    }

    @Test
    void anEmptyValueOfARequiredKeyNamesItsSource() {
        assertThat(reading().arguments("--needy.name=", "--needy.pin=1K").problem(NeedyConfiguration.class))
                .startsWith(
                        "needy.name is required and its value is empty.\nIt comes from --needy.name (command line).");
    }

    @Test
    void optionalGroupsAreRequiredOnlyWhenPartOfThemIsSet() {
        assertThat(problems(reading())).isEmpty();
        assertThat(reading().arguments("--shop.branches[0].rooms=2").problem(ShopConfiguration.class))
                .startsWith("shop.branches[0].city is required and has no value.");
    }

    @Test
    void constraintsHoldInListsMapsAndGroups() {
        final List<String> problems = problems(reading()
                .arguments(
                        "--shop.tags=a, ,c",
                        "--shop.branches[0].city=Rome",
                        "--shop.branches[0].rooms=0",
                        "--shop.partners.acme.city=Oslo",
                        "--shop.partners.acme.rooms=-1",
                        "--shop.numbers=1,2,3,4,5,6"));
        assertThat(problems)
                .anyMatch(text -> text.startsWith("shop.branches[0].rooms is '0', but it must be greater"))
                .anyMatch(text -> text.startsWith("shop.partners.acme.rooms is '-1', but it must be greater"))
                .anyMatch(text -> text.startsWith(
                        "The settings under shop do not fit together: at most five numbers are allowed."));
    }

    @Test
    void constraintsAreCheckedBesideOtherProblemsOfTheSameInterface() {
        assertThat(problems(reading().arguments("--shop.port=abc", "--shop.workers=0")))
                .hasSize(2)
                .anyMatch(text -> text.startsWith("shop.workers is '0', but it must be"));
    }

    @Test
    void messagesAreEnglishWhateverTheLocale() {
        final Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(reading().arguments("--shop.port=70000").problem(ShopConfiguration.class))
                    .startsWith("shop.port is '70000', but it must be less than or equal to 65535.");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void anEmptyListElementBreaksItsConstraint() {
        assertThat(reading().code("shop.tags", List.of("a", " ")).problem(ShopConfiguration.class))
                .startsWith("shop.tags is 'a, ', but it must not be blank.");
    }

    @Test
    void aValueThatIsNoNumberIsToldTheRangeOfTheConstraints() {
        assertThat(reading().arguments("--shop.till.drawers=x").problem(ShopConfiguration.class))
                .endsWith("Set shop.till.drawers to a whole number from -2147483648 to 9.");
        assertThat(reading().arguments("--shop.workers=99999999999").problem(ShopConfiguration.class))
                .endsWith("Set shop.workers to a whole number from 1 to 2147483647.");
        assertThat(reading().arguments("--ranges.bytes=x").problem(RangesConfiguration.class))
                .endsWith("Set ranges.bytes to a whole number of at least 1024.");
        assertThat(reading().arguments("--ranges.offset=x").problem(RangesConfiguration.class))
                .endsWith("Set ranges.offset to a whole number of at most 5.");
        assertThat(reading().arguments("--ranges.any=x").problem(RangesConfiguration.class))
                .endsWith("Set ranges.any to a whole number.");
        assertThat(reading().arguments("--ranges.ports=x").problem(RangesConfiguration.class))
                .endsWith("Set ranges.ports to a list, separated by commas, each a whole number from 1 to 65535.");
        assertThat(reading().arguments("--ranges.retries=x").problem(RangesConfiguration.class))
                .endsWith("Set ranges.retries to a whole number from 1 to 7.");
    }

    @Test
    void aWrongElementOfAListIsAProblem() {
        assertThat(reading().arguments("--shop.numbers=1,x").problem(ShopConfiguration.class))
                .startsWith("shop.numbers is '1,x', which is not a list, separated by commas, each a whole number");
    }

    @Test
    void aKeyOfAPluginThatIsNotAddedNamesThePlugin() {
        assertThat(reading().arguments("--security.deny-by-default=true").problem(ShopConfiguration.class))
                .isEqualTo("--security.deny-by-default (value 'true') is not understood.\n"
                        + "It comes from the command line.\n"
                        + "Add SecurityPlugin.create() to withPlugins(..) (the class org.jzenith.security.SecurityPlugin in"
                        + " the artifact org.jzenith:jzenith-security), or remove it.");
        assertThat(reading().arguments("--metrics.path=/m").problem(ShopConfiguration.class))
                .contains("Add ObservabilityPlugin.create()");
    }

    /** Several services may share a file. */
    @Test
    void aKeyOfAPluginThatIsNotAddedIsAWarningInAFileAndInCode() {
        final Configuration configuration = reading()
                .file(
                        "application.properties",
                        "security.deny-by-default=true",
                        "%prod.security.paths.\"/a\"=deny",
                        "metrics.path=/m",
                        "other.key=x",
                        "shop.host=x")
                .code("jobs.enabled", "false")
                .read(ShopConfiguration.class);
        assertThat(configuration.warnings().stream().map(StartProblem::toString))
                .containsExactly(
                        "No plugin of this application reads jobs.enabled.\n"
                                + "It comes from withConfiguration in code.\n"
                                + "Add Jobs.of(Jobs.every(..)) to withPlugins(..) (the class org.jzenith.jobs.Jobs in the"
                                + " artifact org.jzenith:jzenith-jobs), if this service needs it.",
                        "No plugin of this application reads metrics.path.\n"
                                + "It comes from application.properties line 3.\n"
                                + "Add ObservabilityPlugin.create() to withPlugins(..) (the class"
                                + " org.jzenith.observability.ObservabilityPlugin in the artifact"
                                + " org.jzenith:jzenith-observability), if this service needs it.",
                        "No plugin of this application reads security.deny-by-default, security.paths.\"/a\".\n"
                                + "It comes from application.properties line 1, application.properties line 2.\n"
                                + "Add SecurityPlugin.create() to withPlugins(..) (the class"
                                + " org.jzenith.security.SecurityPlugin in the artifact org.jzenith:jzenith-security), if"
                                + " this service needs it.");
    }

    @Test
    void everySourceSuggestsForUnknownKeys() {
        assertThat(reading().override("shop.hosst", "x").problem(ShopConfiguration.class))
                .contains("shop.hosst", "an override of the test", "Did you mean shop.host");
        assertThat(reading().arguments("--shop.hosst=x").problem(ShopConfiguration.class))
                .contains("--shop.hosst", "the command line", "Did you mean --shop.host");
        assertThat(reading().system("shop.hosst", "x").problem(ShopConfiguration.class))
                .contains("shop.hosst", "system property shop.hosst", "Did you mean shop.host");
        assertThat(reading().environment("SHOP_HOSST", "x").problem(ShopConfiguration.class))
                .contains("SHOP_HOSST (environment)", "Did you mean SHOP_HOST");
        assertThat(reading()
                        .arguments("--config=a.yaml")
                        .file("a.yaml", "shop:", "  hosst: x")
                        .problem(ShopConfiguration.class))
                .contains("shop.hosst", "a.yaml line 2", "Did you mean shop.host");
        assertThat(reading().code("shop.hosst", "x").problem(ShopConfiguration.class))
                .contains("shop.hosst", "withConfiguration in code", "Did you mean shop.host");
        assertThat(reading().provided("shop.hosst", "x").problem(ShopConfiguration.class))
                .contains("shop.hosst", "the plugin database", "Did you mean shop.host");
    }

    @Test
    void unknownKeysOfFilesOnTheClassPathAreFound() {
        assertThat(reading()
                        .onClassPath("application.properties", "shop.hosst=x")
                        .problem(ShopConfiguration.class))
                .contains("application.properties (class path) line 1", "Did you mean shop.host");
    }

    @Test
    void whatIsFarFromEveryKeyGetsNoSuggestion() {
        assertThat(reading().code("shop.zzzzzzzzzzzzzz", "x").problem(ShopConfiguration.class))
                .endsWith("Remove it; --help lists all keys.");
    }

    @Test
    void foreignPrefixesAreIgnored() {
        final Reading reading = reading()
                .system("shopping.host", "x")
                .system("java.shop", "x")
                .environment("SHOPPING_HOST", "x")
                .environment("SHOP", "x")
                .environment("PATH", "/bin")
                .code("other.key", "x")
                .file("application.properties", "other.key=x", "shopx.host=x");
        assertThat(problems(reading)).isEmpty();
    }

    @Test
    void namesInMapsAreFree() {
        final Reading reading = reading()
                .environment("SHOP_LABELS_ANYTHING", "x")
                .system("shop.labels.a.b.c", "x")
                .file("application.properties", "shop.labels.\"q.r\"=x", "shop.partners.acme.city=Oslo");
        assertThat(problems(reading)).isEmpty();
    }

    @Test
    void aVariableForAnEntryOfTwoWordsThatNoSourceNamesIsFound() {
        assertThat(reading()
                        .file("application.properties", "shop.partners.york.city=x")
                        .environment("SHOP_PARTNERS_NEW_YORK_CITY", "y")
                        .problem(ShopConfiguration.class))
                .isEqualTo(
                        "The environment variable SHOP_PARTNERS_NEW_YORK_CITY (value 'y') would create a map entry whose"
                                + " name has several words. A variable cannot do that.\n"
                                + "It comes from SHOP_PARTNERS_NEW_YORK_CITY (environment).\n"
                                + "Set shop.partners.new-york.city in a file; the variable then overrides it.");
    }

    @Test
    void aVariableOfTheChosenProfileThatNamesNoKeyIsFound() {
        assertThat(reading()
                        .arguments("--profile=dev")
                        .environment("_DEV_SHOP_HOSST", "x")
                        .environment("_EU_SHOP_HOSST", "x")
                        .problem(ShopConfiguration.class))
                .contains("_DEV_SHOP_HOSST (environment)", "Did you mean _DEV_SHOP_HOST");
    }

    @Test
    void misspelledKeysBelowAMapAreFound() {
        assertThat(problems(reading()
                        .file("application.properties", "shop.partners.acme.city=x", "shop.partners.acme.citty=y")))
                .singleElement()
                .asString()
                .startsWith("The key shop.partners.acme.citty (value 'y') is not known.");
    }

    @Test
    void linksToServicesOfAClusterAreNotMistakenForSettings() {
        final Reading reading = reading()
                .environment("SHOP_SERVICE_HOST", "10.0.0.1")
                .environment("SHOP_SERVICE_PORT_HTTP", "80")
                .environment("SHOP_PORT", "tcp://10.0.0.1:80")
                .environment("SHOP_PORT_80_TCP_ADDR", "10.0.0.1");
        assertThat(reading.read(ShopConfiguration.class)
                        .get(ShopConfiguration.class)
                        .port())
                .isEqualTo(8080);
    }

    @Test
    void aNamedFileThatIsMissingIsAProblem() {
        assertThat(reading().arguments("--config=gone.yaml").problem(ShopConfiguration.class))
                .isEqualTo("The file gone.yaml does not exist.\nIt comes from --config (command line).\n"
                        + "Create it, or name another file with --config.");
        assertThat(reading().arguments("--config=a.json").problem(ShopConfiguration.class))
                .startsWith("Unknown file format: a.json.");
    }

    @Test
    void malformedFilesNameTheLine() throws Exception {
        assertThat(reading().file("application.yaml", "shop:", "  host: 'x").problem(ShopConfiguration.class))
                .contains("The file application.yaml is malformed in line ");
        assertThat(reading().file("application.yaml", "shop:", "\thost: x").problem(ShopConfiguration.class))
                .contains("malformed in line 2");
        assertThat(reading().file("application.yaml", "- a", "- b").problem(ShopConfiguration.class))
                .contains("malformed in line 1: the file must contain keys with values");
        assertThat(reading()
                        .file("application.yaml", "shop:", "  host: a", "  host: b")
                        .problem(ShopConfiguration.class))
                .contains("malformed in line 3: found duplicate key host");
        assertThat(reading()
                        .file("application.yaml", "")
                        .file("application.properties", "", "shop.host=\\u00zz")
                        .problem(ShopConfiguration.class))
                .contains("The file application.properties is malformed in line 2");
        Files.write(
                root.resolve("work/application.properties"), "shop.host=\u00e4".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(reading().problem(ShopConfiguration.class)).contains("application.properties is not UTF-8 text");
    }

    @Test
    void yamlThatRefersToItselfEndsInAProblem() {
        assertThat(reading()
                        .file("application.yaml", "shop: &a", "  labels: *a")
                        .problem(ShopConfiguration.class))
                .contains("application.yaml", "malformed");
    }

    @Test
    void theCommandLineIsUnderstoodWhollyOrRefused() {
        assertThat(reading().arguments("--shop.port", "9090").problem(ShopConfiguration.class))
                .isEqualTo("--shop.port has no value.\nIt comes from the command line.\n"
                        + "Write --shop.port=9090, with an equals sign.");
        assertThat(reading().arguments("-h").problem(ShopConfiguration.class)).endsWith("Did you mean --help?");
        assertThat(reading().arguments("shop.port=1").problem(ShopConfiguration.class))
                .contains("'shop.port=****' on the command line is not understood.", "Did you mean --shop.port");
        assertThat(reading().arguments("--debgu").problem(ShopConfiguration.class))
                .endsWith("Did you mean --debug?");
        assertThat(reading().arguments("--prot", "90").problem(ShopConfiguration.class))
                .isEqualTo("--prot is not understood.\nIt comes from the command line.\n"
                        + "Did you mean --shop.port=90? Values are written --key=value.");
        assertThat(reading().arguments("--port", "90").problem(ShopConfiguration.class))
                .endsWith("Did you mean --shop.port=90? Values are written --key=value.");
        assertThat(reading().arguments("-prot", "90").problem(ShopConfiguration.class))
                .isEqualTo("'-prot' on the command line is not understood.\nIt comes from the command line.\n"
                        + "Did you mean --shop.port=90? Values are written --key=value.");
        assertThat(reading().arguments("--prot=90").problem(ShopConfiguration.class))
                .endsWith("Did you mean --shop.port?");
        assertThat(reading().arguments("--pasword", "letmein").problem(ShopConfiguration.class))
                .endsWith("Did you mean --shop.password=VALUE? Values are written --key=value.")
                .doesNotContain("letmein");
        assertThat(reading().arguments("--oppen").problem(ShopConfiguration.class))
                .endsWith("Did you mean --shop.open?");
        assertThat(reading().arguments("--zzzzzz", "90").problem(ShopConfiguration.class))
                .endsWith("Remove it, and write values as --key=value; --help lists all options and settings.");
        assertThat(reading().arguments("--other.key=1").problem(ShopConfiguration.class))
                .contains("--other.key (value '1') is not understood.");
        assertThat(reading().arguments("--config").problem(ShopConfiguration.class))
                .contains("--config has no value.");
        assertThat(reading().arguments("--debug=maybe").problem(ShopConfiguration.class))
                .contains("not true or false");
    }

    @Test
    void cyclesOfExpressionsAreProblems() {
        assertThat(problems(reading().code("shop.host", "${shop.motto}").code("shop.motto", "${shop.host}")))
                .hasSize(2)
                .allMatch(text -> text.contains("refers to itself"));
    }

    @Test
    void whatIsNoConfigurationInterfaceIsAProblem() {
        assertThat(reading().problem(String.class)).startsWith("The type java.lang.String is not an interface");
        assertThat(reading().problem(BrokenConfiguration.class)).contains("BrokenConfiguration", "has no parameters");
    }

    @ParameterizedTest
    @CsvSource({
        "shop.port, 0, -1",
        "shop.port, 65535, 65536",
        "shop.timeout, 1ms, 0ms",
        "shop.max-body, 1K, 1023",
        "shop.workers, 1, 0",
        "shop.password, 1234, 123",
        "shop.till.drawers, 9, 10",
        "shop.tags, 'a,b', 'a, '",
        "shop.numbers, '1,2,3,4,5', '1,2,3,4,5,6'"
    })
    void constraintsHoldExactlyAtTheirBounds(final String key, final String within, final String beyond) {
        assertThat(problems(reading().code(key, within))).isEmpty();
        assertThat(problems(reading().code(key, key.equals("shop.tags") ? List.of("a", " ") : beyond)))
                .hasSize(1);
    }

    @Test
    void aSecretWithoutValueOrOfAnotherTypeIsFoundAtStart() {
        assertThat(reading().arguments("--needy.name=x").problem(NeedyConfiguration.class))
                .startsWith("needy.pin is required and has no value.");
        assertThat(reading().arguments("--needy.name=x", "--needy.pin=").problem(NeedyConfiguration.class))
                .startsWith("needy.pin is required and its value is empty.");
    }

    @Test
    void messagesWithExpressionsArePutInWords() {
        assertThat(reading()
                        .arguments(
                                "--limits.shortest=0s",
                                "--limits.longer=90s",
                                "--limits.longest=11s",
                                "--limits.shorter=2d",
                                "--limits.least=0.1",
                                "--limits.below=9",
                                "--limits.own=b",
                                "--limits.card=1")
                        .problems(LimitsConfiguration.class))
                .extracting(StartProblem::what)
                .containsExactlyInAnyOrder(
                        "limits.shortest is '0s', but it must be at least 1ms.",
                        "limits.longer is '90s', but it must be longer than 90s.",
                        "limits.longest is '11s', but it must be at most 10s.",
                        "limits.shorter is '2d', but it must be shorter than 2d.",
                        "limits.least is '0.1', but it must be at least 0.5.",
                        "limits.below is '9', but it must be less than 9.",
                        "limits.own is 'b', but it must satisfy @Pattern.",
                        "limits.card is '1', but it must satisfy @LuhnCheck.");
    }
}
