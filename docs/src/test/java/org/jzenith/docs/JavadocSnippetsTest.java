package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An example in the documentation of a type that names a source is what the build compiles. */
final class JavadocSnippetsTest {

    private static final Pattern EXAMPLE =
            Pattern.compile(" \\* <!-- snippet: (\\S+) -->\n \\* <pre>\\{@code\n(.*?) \\* }</pre>\n", Pattern.DOTALL);

    @Test
    void examplesAreWhatTheBuildCompiles() throws IOException {
        final Path root = Repository.root();
        int found = 0;
        for (final Path file : sources(root)) {
            final Matcher example = EXAMPLE.matcher(Repository.read(file));
            while (example.find()) {
                final String shown = example.group(2).replaceAll("(?m)^ \\* ?", "");
                assertThat(shown)
                        .as("%s shows %s", root.relativize(file), example.group(1))
                        .isEqualTo(Source.parse(example.group(1)).text(root));
                found++;
            }
        }
        assertThat(found).isPositive();
    }

    private static List<Path> sources(final Path root) {
        return Repository.files(root).stream()
                .filter(file -> root.relativize(file)
                        .toString()
                        .replace('\\', '/')
                        .matches("jzenith-[a-z-]+/src/main/java/.+\\.java"))
                .sorted()
                .toList();
    }
}
