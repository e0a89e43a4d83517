package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The ways of a request and of a statement are short, and docs/architecture.md shows them. The limits may only fall. With
 * {@code -Dsnippets.update=true} the page follows.
 */
final class RequestTraceTest {

    /** One of them reads the host, as settings are read, which are in modules without HTTP. */
    private static final int FILES = 33;

    /** Seven of them tell the route and the times of the request, for the log of slow requests and the spans. */
    private static final int CHANGES_OF_PACKAGE = 78;

    /** Three of them keep values exact, and one remembers slow texts. */
    private static final int FILES_OF_STATEMENT = 14;

    private static final Pattern TABLE = Pattern.compile("(?<=<!-- trace: GET -->\n)(?:\\|.*\n)*");

    private static final Pattern STATEMENT = Pattern.compile("(?<=\n\\| a single statement \\| ).*(?= \\|\n)");

    private static RequestTrace trace;
    private static RequestTrace statement;

    @BeforeAll
    static void followRequest() throws Exception {
        trace = RequestTrace.ofPlainGet();
        statement = RequestTrace.ofStatement();
    }

    @Test
    void aGetEntersFewFiles() {
        assertThat(trace.files())
                .as("If there are fewer files than before, lower the limit. If there are more, make the way shorter.")
                .hasSize(FILES);
    }

    @Test
    void aGetGoesFromPackageToPackageAFewTimes() {
        assertThat(trace.changesOfPackage()).isLessThanOrEqualTo(CHANGES_OF_PACKAGE);
    }

    @Test
    void aStatementEntersFewFiles() {
        assertThat(statement.files())
                .as("If there are fewer files than before, lower the limit. If there are more, make the way shorter.")
                .hasSize(FILES_OF_STATEMENT);
    }

    @Test
    void thePageShowsTheFilesInTheirOrder() throws Exception {
        final Path root = Repository.root();
        compare(
                TABLE,
                "| file | does |\n|---|---|\n"
                        + trace.files().stream().map(file -> row(root, file)).collect(Collectors.joining()));
    }

    /** The connection checks deadlines on a timer, so it may be entered before the result: it is shown last. */
    @Test
    void thePageShowsTheFilesOfAStatementInTheirOrder() throws Exception {
        final String timed = "sql.internal.connection.PipelinedConnection";
        compare(
                STATEMENT,
                names(Stream.concat(statement.files().stream().filter(file -> !file.equals(timed)), Stream.of(timed))
                        .toList()));
    }

    private static void compare(final Pattern part, final String expected) throws IOException {
        final Path page = Repository.root().resolve("docs/architecture.md");
        final Matcher shown = part.matcher(Repository.read(page));
        assertThat(shown.find()).isTrue();
        if (Boolean.getBoolean("snippets.update")) {
            Files.writeString(page, shown.replaceFirst(Matcher.quoteReplacement(expected)));
        } else {
            assertThat(shown.group())
                    .as("Run this test with -Dsnippets.update=true to write it into docs/architecture.md.")
                    .isEqualTo(expected);
        }
    }

    /** The names of files; the first of a package has its name. */
    private static String names(final List<String> files) {
        final StringBuilder names = new StringBuilder();
        String last = "";
        for (final String file : files) {
            final String of = file.substring(0, file.lastIndexOf('.'));
            names.append(names.isEmpty() ? "`" : ", `")
                    .append(of.equals(last) ? file.substring(of.length() + 1) : file)
                    .append('`');
            last = of;
        }
        return names.toString();
    }

    private static String row(final Path root, final String file) {
        final String path = "src/main/java/org/jzenith/" + file.replace('.', '/') + ".java";
        final String source = Stream.of("jzenith-core", "jzenith-http", "jzenith-rest")
                .map(module -> root.resolve(module).resolve(path))
                .filter(Files::isRegularFile)
                .map(Repository::read)
                .findFirst()
                .orElseThrow();
        return "| `" + file + "` | " + summary(source, file.substring(file.lastIndexOf('.') + 1)) + " |\n";
    }

    /** Returns the first sentence of the Javadoc, up to a colon. */
    private static String summary(final String source, final String type) {
        final List<String> comments = Pattern.compile(
                        "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s+(?:@\\w+[^\\n]*\\n|[a-z-]+ )*?"
                                + "(?:class|interface|record|enum) " + type + "\\b")
                .matcher(source)
                .results()
                .map(result -> result.group(1))
                .toList();
        assertThat(comments).as("the Javadoc of " + type).hasSize(1);
        return comments.get(0)
                .replaceAll("(?m)^\\s*\\* ?", "")
                .replaceAll("\\s+", " ")
                .replaceAll("\\{@link(?:plain)? [^\\s}]+ ([^}]*)}", "$1")
                .replaceAll("\\{@\\w+ (?:\\w*#)?([^}]*)}", "`$1`")
                .strip()
                .replaceAll("\\. (?:[A-Z<@`]).*|\\.? <p>.*|\\.? @param.*", ".")
                .replaceAll("[:;] .*|\\.$", "");
    }
}
