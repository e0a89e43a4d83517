package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A dependency list one can recite, versions in one place, and poms that can be published. */
final class PomsTest {

    private static final Path ROOT = Repository.root();

    static List<String> children() {
        return Pom.of(ROOT).modules();
    }

    static List<String> published() {
        return children().stream()
                .filter(module -> !Pom.of(ROOT.resolve(module))
                        .property("maven.deploy.skip")
                        .equals("true"))
                .toList();
    }

    static List<String> publishedJars() {
        return published().stream()
                .filter(module -> Pom.of(ROOT.resolve(module)).packaging().equals("jar"))
                .toList();
    }

    @Test
    void theDocsComeLast() {
        assertThat(children()).last().isEqualTo("docs");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("children")
    void versionsStandOnlyInTheRootPomAndTheBom(final String module) {
        // The parent of applications does not inherit the versions: pluginsOfApplicationsAreThoseOfThisBuild.
        if (!Set.of("jzenith-bom", "jzenith-application-parent").contains(module)) {
            assertThat(Pom.of(ROOT.resolve(module)).versioned())
                    .as("dependencies and plugins of " + module
                            + " with a version of their own; move the version to the"
                            + " root pom, or to the BOM where applications must agree on it")
                    .isEmpty();
        }
    }

    @Test
    void onlyItsProfileChecksFormAndCode() {
        final Pom root = Pom.of(ROOT);
        final Map<String, String> checks = root.propertiesOfProfile("checks");
        assertThat(checks).containsEntry("form.skip", "false");
        assertThat(checks.get("compiler.check")).contains("ErrorProne", "NullAway:ERROR");
        assertThat(checks.get("test.compiler.check")).contains("ErrorProne");
        assertThat(root.properties())
                .containsEntry("form.skip", "true")
                .containsEntry("compiler.check", "-g")
                .containsEntry("test.compiler.check", "-g");
        assertThat(root.configuration("spotless-maven-plugin", "skip")).containsExactly("${form.skip}");
        assertThat(root.configuration("maven-enforcer-plugin", "skip")).containsExactly("${form.skip}");
        assertThat(Repository.read(ROOT.resolve(".ci/run"))).contains("-Pbenchmark,checks,full");
    }

    @Test
    void theReadmeShowsTheCommandsAndTheAddressDirectlyBelowTheFirstCode() {
        assertThat(Repository.read(ROOT.resolve("README.md")).split("\n## ")[0])
                .containsSubsequence(
                        "```java",
                        "JDK 17",
                        "Maven 3.8.7",
                        "<!-- command: run -->",
                        "minutes",
                        "http://localhost:8080",
                        "minutes",
                        "<!-- command: test -->");
    }

    @Test
    void thePagesMakeAProjectWithTheArchetypeOfThisVersion() {
        for (final String page : List.of("README.md", "docs/getting-started.md", "docs/walkthrough/01-project.md")) {
            assertThat(Repository.read(ROOT.resolve(page)))
                    .contains("-DarchetypeVersion=" + Pom.of(ROOT).text("version") + " ");
        }
    }

    @Test
    void pluginsOfApplicationsAreThoseOfThisBuild() {
        final Map<String, String> own = Pom.of(ROOT).properties();
        final Map<String, String> plugins =
                new HashMap<>(Pom.of(ROOT.resolve("jzenith-application-parent")).properties());
        plugins.keySet().removeIf(name -> !name.endsWith("-plugin.version") && !name.equals("errorprone.version"));
        assertThat(plugins).hasSizeGreaterThan(10);
        assertThat(own).containsAllEntriesOf(plugins);
        assertThat(Pom.of(ROOT.resolve("jzenith-application-parent")).versions())
                .as("versions in jzenith-application-parent, of which each is a property")
                .allMatch(version -> version.startsWith("${"));
    }

    @Test
    void theBomIsInstalledByThePluginsOfThisBuild() {
        final Map<String, String> plugins =
                new HashMap<>(Pom.of(ROOT.resolve("jzenith-bom")).properties());
        plugins.keySet().removeIf(name -> !name.endsWith("-plugin.version"));
        assertThat(plugins)
                .containsOnlyKeys(
                        "maven-clean-plugin.version", "maven-deploy-plugin.version", "maven-install-plugin.version");
        assertThat(Pom.of(ROOT).properties()).containsAllEntriesOf(plugins);
        assertThat(Pom.of(ROOT.resolve("jzenith-bom")).versions())
                .containsAll(
                        plugins.keySet().stream().map(name -> "${" + name + "}").toList());
    }

    @Test
    void theBomKnowsItsVersionForThoseWhoInheritFromIt() {
        final Pom bom = Pom.of(ROOT.resolve("jzenith-bom"));
        assertThat(bom.property("jzenith.version"))
                .isEqualTo(bom.text("version"))
                .isEqualTo(Pom.of(ROOT).text("version"));
        assertThat(bom.versions())
                .as("in an inherited pom it means another version")
                .doesNotContain("${project.version}");
    }

    @ParameterizedTest(name = "{0} at most {1}")
    @CsvSource({
        "jzenith-cache, 4",
        "jzenith-core, 9",
        "jzenith-http, 2",
        "jzenith-javascript, 5",
        "jzenith-javascript-test, 4",
        "jzenith-jobs, 2",
        "jzenith-json, 5",
        "jzenith-kafka, 3",
        "jzenith-logging, 3",
        "jzenith-messages, 4",
        "jzenith-messages-kafka, 3",
        "jzenith-messages-live, 4",
        "jzenith-messages-redis, 3",
        "jzenith-messages-sql, 4",
        "jzenith-messages-test, 4",
        "jzenith-observability, 5",
        "jzenith-openapi, 4",
        "jzenith-redis, 3",
        "jzenith-rest, 10",
        "jzenith-rest-client, 6",
        "jzenith-rest-client-test, 1",
        "jzenith-rxjava3, 2",
        "jzenith-security, 2",
        "jzenith-security-embedded, 2",
        "jzenith-security-jwt, 2",
        "jzenith-security-oidc, 3",
        "jzenith-sql, 5",
        "jzenith-mysql, 4",
        "jzenith-postgresql, 5",
        "jzenith-tracing, 6",
        "jzenith-upgrade, 2",
        "jzenith-websocket, 3"
    })
    void compileDependenciesCanBeRecited(final String module, final int most) {
        assertThat(Pom.of(ROOT.resolve(module)).dependencies("compile"))
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(most);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("publishedJars")
    void everyJarHasAModuleName(final String module) {
        assertThat(Pom.of(ROOT.resolve(module)).property("automatic.module.name"))
                .isEqualTo(module.replaceFirst("jzenith", "org.jzenith").replace('-', '.'));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("published")
    void whatIsPublishedSaysWhatItIs(final String module) {
        final Pom pom = Pom.of(ROOT.resolve(module));
        assertThat(pom.text("name")).isNotBlank();
        assertThat(pom.text("description")).isNotBlank();
        final Pom described = pom.has("parent") ? Pom.of(ROOT) : pom;
        assertThat(Set.of("url", "licenses", "developers", "scm")).allMatch(described::has);
    }

    @Test
    void theBomManagesEveryPublishedLibrary() {
        final Set<String> libraries = new HashSet<>(publishedJars());
        libraries.remove("jzenith-example");
        assertThat(Pom.of(ROOT.resolve("jzenith-bom")).managed()).containsAll(libraries);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "docs/src/it/hello",
                "docs/src/it/jar",
                "jzenith-archetype/src/main/resources/archetype-resources",
                "jzenith-example"
            })
    void projectsOfUsersHaveWhatThePrintedTestsUse(final String project) {
        assertThat(Pom.of(ROOT.resolve(project)).dependencies("test")).contains("jzenith-test", "assertj-core");
        assertThat(Pom.of(ROOT.resolve("jzenith-bom")).managed()).contains("jzenith-test", "assertj-core");
    }

    /** Its license is the GPL. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("children")
    void theServerOfMariadbIsOnNoProductionClassPath(final String module) {
        assertThat(Pom.of(ROOT.resolve(module)).dependencies("compile", "runtime"))
                .doesNotContain("jzenith-mysql-embedded");
    }

    /** The tests of further servers take minutes. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "jzenith-kafka, KafkaSendTest",
        "jzenith-kafka-embedded, EmbeddedKafkaTest",
        "jzenith-messages-kafka, KafkaContractTest",
        "jzenith-messages-redis, RedisContractTest KilledInstanceTest",
        "jzenith-mysql, MysqlApplicationTest PostgresqlJobsTest",
        "jzenith-mysql-embedded, EmbeddedMariadbTest",
        "jzenith-redis, RedisClientTest"
    })
    void fewTestsOfAModuleForAFurtherServerRunInEachBuild(final String module, final String tests) {
        assertThat(Repository.files(ROOT.resolve(module + "/src/test/java")))
                .as("tests of " + module + " without @Tag(\"full\"), which mvn verify -Pfull runs")
                .filteredOn(file -> file.toString().endsWith("Test.java"))
                .filteredOn(file -> !Repository.read(file).contains("\n@Tag(\"full\")\n"))
                .extracting(file -> file.getFileName().toString().replace(".java", ""))
                .containsExactlyInAnyOrder(tests.split(" ", -1));
    }

    @Test
    void graalJsComesWithTheModulesForJavaScriptOnly() {
        assertThat(publishedJars())
                .filteredOn(module -> !module.startsWith("jzenith-javascript"))
                .allSatisfy(module -> assertThat(Pom.of(ROOT.resolve(module)).dependencies("compile", "runtime"))
                        .doesNotContain("polyglot", "js-language", "jzenith-javascript"));
    }

    @Test
    void modulesDependOneWay() {
        final Map<String, Set<String>> allowed = Map.ofEntries(
                Map.entry("jzenith-cache", Set.of("jzenith-core", "jzenith-json")),
                Map.entry("jzenith-core", Set.of()),
                Map.entry("jzenith-dev", Set.of("jzenith-core")),
                Map.entry("jzenith-http", Set.of("jzenith-core")),
                Map.entry("jzenith-javascript", Set.of("jzenith-http", "jzenith-json")),
                Map.entry("jzenith-javascript-test", Set.of("jzenith-javascript", "jzenith-test")),
                Map.entry("jzenith-jobs", Set.of("jzenith-core")),
                Map.entry("jzenith-json", Set.of("jzenith-core")),
                Map.entry("jzenith-kafka", Set.of("jzenith-core", "jzenith-json")),
                Map.entry("jzenith-logging", Set.of("jzenith-core")),
                Map.entry("jzenith-messages", Set.of("jzenith-core", "jzenith-json")),
                Map.entry("jzenith-messages-kafka", Set.of("jzenith-messages", "jzenith-kafka")),
                Map.entry("jzenith-messages-live", Set.of("jzenith-messages", "jzenith-rest", "jzenith-websocket")),
                Map.entry("jzenith-messages-redis", Set.of("jzenith-messages", "jzenith-redis")),
                Map.entry("jzenith-messages-sql", Set.of("jzenith-messages", "jzenith-sql")),
                Map.entry("jzenith-messages-test", Set.of("jzenith-messages", "jzenith-test")),
                Map.entry("jzenith-observability", Set.of("jzenith-rest")),
                Map.entry("jzenith-rest", Set.of("jzenith-core", "jzenith-http", "jzenith-json")),
                Map.entry("jzenith-sql", Set.of("jzenith-core", "jzenith-json")),
                Map.entry("jzenith-mysql", Set.of("jzenith-sql")),
                Map.entry("jzenith-postgresql", Set.of("jzenith-sql")),
                Map.entry("jzenith-embedded", Set.of("jzenith-core")),
                Map.entry("jzenith-postgresql-embedded", Set.of("jzenith-core", "jzenith-embedded")),
                Map.entry("jzenith-mysql-embedded", Set.of("jzenith-core", "jzenith-embedded")),
                Map.entry("jzenith-kafka-embedded", Set.of("jzenith-core", "jzenith-embedded")),
                Map.entry("jzenith-redis", Set.of("jzenith-core", "jzenith-json")),
                Map.entry("jzenith-redis-embedded", Set.of("jzenith-core", "jzenith-embedded")),
                Map.entry("jzenith-rest-client", Set.of("jzenith-http", "jzenith-json")),
                Map.entry("jzenith-rest-client-test", Set.of("jzenith-rest")),
                Map.entry("jzenith-openapi", Set.of("jzenith-rest")),
                Map.entry("jzenith-rxjava3", Set.of("jzenith-rest")),
                Map.entry("jzenith-security", Set.of("jzenith-rest")),
                Map.entry("jzenith-security-embedded", Set.of("jzenith-core")),
                Map.entry("jzenith-security-jwt", Set.of("jzenith-security")),
                Map.entry("jzenith-security-oidc", Set.of("jzenith-security-jwt")),
                Map.entry("jzenith-tracing", Set.of("jzenith-rest", "jzenith-websocket")),
                Map.entry("jzenith-upgrade", Set.of()),
                Map.entry("jzenith-websocket", Set.of("jzenith-http", "jzenith-json")),
                Map.entry(
                        "jzenith-test",
                        Set.of(
                                "jzenith-core",
                                "jzenith-embedded",
                                "jzenith-json",
                                "jzenith-postgresql-embedded",
                                "jzenith-security-embedded")));
        allowed.forEach(
                (module, others) -> assertThat(Pom.of(ROOT.resolve(module)).dependencies("compile", "runtime"))
                        .as("modules that " + module + " stands on")
                        .filteredOn(name -> name.startsWith("jzenith-"))
                        .isSubsetOf(others));
    }
}
