package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A page of the walkthrough: the files that it changes, and the commands that it prints, in their order.
 *
 * @param name the file name without its ending, such as {@code 03-table}; the files of the step stand in the folder
 *     {@code steps} under the same name
 */
record WalkthroughPage(String name, Path root) {

    /** Folder of the steps. */
    static final String STEPS = "docs/walkthrough/steps/";

    private static final Path FOLDER = Path.of("docs/walkthrough");
    private static final Pattern STEP_FILE = Pattern.compile(STEPS + "([^/]+)/(.+)");
    private static final Pattern SHELL = Pattern.compile("```sh\n(.*?)```\n", Pattern.DOTALL);
    private static final Pattern START =
            Pattern.compile("mvn (?:-q )?compile exec:java(?: -Dexec\\.args=(?:\"([^\"]*)\"|(\\S+)))?"
                    + "|java -jar target/shop(?:-development)?\\.jar(?: (.*))?");
    private static final Pattern DEVELOPMENT =
            Pattern.compile("mvn jzenith:dev -Djzenith\\.arguments=(?:\"([^\"]*)\"|(\\S+))");
    private static final Pattern TEST = Pattern.compile("mvn test -Dtest=(\\w+)");
    /** Commands that need Maven or more; docs/first-minutes runs those of Maven. */
    private static final Pattern READ =
            Pattern.compile("mvn (?:-Pdevelopment-jar )?package|mvn archetype:generate -B .*"
                    + "|cd shop|git (?:init|add \\. && git commit -m \"[^\"]+\")|docker (?:build|run) .*"
                    + "|POSTGRESQL_PASSWORD=\\.\\.\\. java -jar target/shop\\.jar .*");

    /** A command that a reader types. */
    sealed interface Command {}

    /** Start the application, in the place of the one that runs. */
    record Start(List<String> arguments) implements Command {}

    /**
     * Start the application with arguments with which it ends by itself, and read what it says.
     *
     * @param isProduction whether it runs from the jar that has no programs of PostgreSQL
     */
    record Fail(List<String> arguments, boolean isProduction, String output) implements Command {}

    /** Ask the running application. */
    record Ask(String command, String answer) implements Command {}

    static List<WalkthroughPage> all(final Path root) {
        try (Stream<Path> files = Files.list(root.resolve(FOLDER))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.matches("\\d\\d-.*\\.md"))
                    .sorted()
                    .map(file -> new WalkthroughPage(file.replace(".md", ""), root))
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns true if the page does not change the project. */
    boolean changesNothing() {
        return !Files.isDirectory(files());
    }

    /** The folder with the files that are new or changed in this step; there is none where a step changes nothing. */
    Path files() {
        return root.resolve(STEPS + name);
    }

    Document document() {
        return Document.read(root, root.resolve(FOLDER).resolve(name + ".md"));
    }

    private String text() {
        return Repository.read(root.resolve(FOLDER).resolve(name + ".md"));
    }

    /** The files that are new or changed, below the folder of the step. */
    List<String> changedFiles() {
        return WalkthroughProject.files(files()).stream()
                .map(file -> files().relativize(file).toString().replace('\\', '/'))
                .toList();
    }

    /** The files that the page shows, below the folder of the step. */
    List<String> shownFiles() {
        final String prefix = STEPS + name + "/";
        return document().blocks().stream()
                .flatMap(block -> block.source().stream())
                .filter(source -> source.path().startsWith(prefix))
                .map(source -> source.path().substring(prefix.length()))
                .toList();
    }

    /** The changed files that the page links instead of showing them, below the folder of the step. */
    List<String> linkedFiles() {
        return Pattern.compile("\\]\\(steps/" + name + "/([^)]+)\\)")
                .matcher(text())
                .results()
                .map(match -> match.group(1))
                .filter(path -> Files.isRegularFile(files().resolve(path)))
                .toList();
    }

    /** Shows a file of a step: a new file without package and imports, otherwise its difference without imports. */
    static String shown(final Path root, final String path) {
        final Matcher file = STEP_FILE.matcher(path);
        if (!file.matches()) {
            throw new AssertionError("'" + path + "' is no file in the folder of a step.");
        }
        final String text = Repository.read(root.resolve(path));
        return before(root, file.group(1), file.group(2))
                .map(before -> Difference.hunks(withoutImports(before), withoutImports(text)))
                .orElseGet(() -> path.endsWith(".java") ? body(text) : text);
    }

    /** Removes the package and the imports of a Java file. */
    static String body(final String text) {
        return withoutImports(text).replaceFirst("\\Apackage .*\n", "").replaceFirst("\\A\n+", "");
    }

    private static String withoutImports(final String text) {
        return text.replaceAll("(?m)^import .*\n", "");
    }

    private static Optional<String> before(final Path root, final String step, final String path) {
        return all(root).stream()
                .filter(page -> page.name().compareTo(step) < 0)
                .map(page -> page.files().resolve(path))
                .filter(Files::exists)
                .reduce((first, second) -> second)
                .map(Repository::read)
                .or(() -> WalkthroughProject.generated(root, path));
    }

    /** The test classes that the page runs by name. */
    List<String> namedTests() {
        return TEST.matcher(text()).results().map(match -> match.group(1)).toList();
    }

    List<Command> commands() {
        final List<Command> commands = new ArrayList<>();
        SHELL.matcher(text())
                .results()
                .forEach(block -> addCommands(joined(block.group(1)).lines().toList(), commands));
        return commands;
    }

    /** Joins the lines of a command that goes on after a backslash. */
    private static String joined(final String commands) {
        return commands.replaceAll(" \\\\\n *", " ");
    }

    private void addCommands(final List<String> lines, final List<Command> commands) {
        int i = 0;
        while (i < lines.size()) {
            final String line = lines.get(i++);
            if (line.startsWith("$ ")) {
                final List<String> answer = lines.subList(i, lines.size()).stream()
                        .takeWhile(next -> !next.startsWith("$ "))
                        .toList();
                i += answer.size();
                commands.add(asked(line.substring(2), String.join("\n", answer)));
            } else {
                final Optional<List<String>> arguments = arguments(START, line);
                final Optional<List<String>> development = arguments(DEVELOPMENT, line);
                if (development.isPresent()) {
                    assertThat(commands).last().as(line).isEqualTo(new Start(development.get()));
                } else if (arguments.isPresent()) {
                    commands.add(new Start(arguments.get()));
                } else if (!TEST.matcher(line).matches() && !READ.matcher(line).matches()) {
                    throw new AssertionError("The page " + name + " prints the command '" + line
                            + "', which no test runs. Add it to the commands that WalkthroughPage knows.");
                }
            }
        }
    }

    private static Command asked(final String command, final String answer) {
        final Optional<List<String>> arguments = arguments(START, command);
        // Maven puts a word before what the application says in its report.
        return arguments.isPresent()
                ? new Fail(arguments.get(), command.contains("target/shop.jar"), answer.replace("[ERROR] ", ""))
                : new Ask(command, answer);
    }

    /** The arguments of the application, if the command starts it in this way. */
    private static Optional<List<String>> arguments(final Pattern way, final String command) {
        final Matcher start = way.matcher(command);
        if (!start.matches()) {
            return Optional.empty();
        }
        final String arguments = IntStream.rangeClosed(1, start.groupCount())
                .mapToObj(start::group)
                .filter(Objects::nonNull)
                .collect(Collectors.joining());
        return Optional.of(arguments.isEmpty() ? List.of() : List.of(arguments.split(" ")));
    }
}
