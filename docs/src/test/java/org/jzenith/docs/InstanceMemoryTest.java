package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The list of what an instance keeps in memory is that of the fields, and that of docs/instance-memory.md. */
final class InstanceMemoryTest {

    private static final String ROOT = "org.jzenith.";

    /** Types whose only use is to keep something from one request to the next. */
    private static final Set<String> KEEPERS = Set.of(
            "org.jzenith.core.internal.limit.BoundedCache",
            "org.jzenith.core.internal.limit.WindowCounts",
            "org.jzenith.core.state.SharedCounts",
            "org.jzenith.core.state.SharedValues",
            "org.jzenith.observability.internal.recent.TimeRing",
            "com.github.benmanes.caffeine.cache.AsyncCache",
            "com.github.benmanes.caffeine.cache.Cache");

    /** The packages of the keepers themselves. */
    private static final Set<String> OF_KEEPERS = Set.of("org.jzenith.core.internal.limit", "org.jzenith.core.state");

    /** Fields of short-lived objects, which lead to the state of another field. */
    private static final Set<String> LEADING_TO_OTHERS = Set.of(
            "security.internal.authentication.FailedAttempts$Attempt#countedBy",
            "security.internal.authentication.FailedAttempts$Added#to");

    private static JavaClasses published;

    @BeforeAll
    static void importClasses() {
        published = ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false); // the names suffice
            return new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("org.jzenith");
        });
    }

    private static Set<String> listed() {
        return InstanceMemory.ALL.stream()
                .flatMap(each -> each.fields().stream())
                .collect(Collectors.toSet());
    }

    private static boolean isKept(final JavaField field) {
        return field.getAllInvolvedRawTypes().stream().map(JavaClass::getName).anyMatch(KEEPERS::contains);
    }

    @Test
    void eachListedFieldExists() {
        assertThat(listed()).allSatisfy(name -> {
            final String[] parts = name.split("#");
            assertThat(published.contain(ROOT + parts[0])).as(name).isTrue();
            assertThat(published.get(ROOT + parts[0]).tryGetField(parts[1]))
                    .as(name)
                    .isPresent();
        });
    }

    @Test
    void eachFieldThatKeepsStateIsListed() {
        final List<String> kept = published.stream()
                .filter(type -> !OF_KEEPERS.contains(type.getPackageName()))
                .flatMap(type -> type.getFields().stream())
                .filter(InstanceMemoryTest::isKept)
                .map(field -> field.getOwner().getName().substring(ROOT.length()) + "#" + field.getName())
                .filter(name -> !LEADING_TO_OTHERS.contains(name))
                .toList();
        assertThat(kept).hasSizeGreaterThan(20);
        assertThat(listed())
                .as("add the field to InstanceMemory.ALL, which is the table of docs/instance-memory.md")
                .containsAll(kept);
    }

    @ParameterizedTest
    @EnumSource
    void theTablesOfThePageAreTheList(final InstanceMemory.Kind kind) throws IOException {
        final Path file = Repository.root().resolve("docs/instance-memory.md");
        final String document = Repository.read(file);
        final String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        final String begin = "<!-- memory:begin " + name + " -->";
        final String end = "<!-- memory:end " + name + " -->";
        final String expected = document.substring(0, document.indexOf(begin) + begin.length())
                + "\n\n"
                + InstanceMemory.table(kind)
                + "\n"
                + document.substring(document.indexOf(end));
        if (Boolean.getBoolean("snippets.update") && !document.equals(expected)) {
            Files.writeString(file, expected);
        }
        assertThat(Repository.read(file)).isEqualTo(expected);
    }
}
