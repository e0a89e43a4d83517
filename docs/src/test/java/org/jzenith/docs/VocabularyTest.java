package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.docs.WordRule.Use.EXACT_TYPE;
import static org.jzenith.docs.WordRule.Use.MEMBER;
import static org.jzenith.docs.WordRule.Use.PAGE;
import static org.jzenith.docs.WordRule.Use.TEXT;
import static org.jzenith.docs.WordRule.Use.TYPE;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.docs.SourceNames.Entry;
import org.jzenith.docs.SourceNames.Kind;

/** Names and texts use the words of the field: those of the standards, of Netty, Vert.x and pools, and plain English. */
final class VocabularyTest {

    private static final List<WordRule> RULES = List.of(
            new WordRule(
                    "(?:borrow(?:s|ed|ers?|ing)?|loans?)",
                    "'acquire', 'lease'",
                    "connection pools use these words",
                    TYPE,
                    MEMBER,
                    TEXT,
                    PAGE),
            new WordRule("give back", "'release'", "connection pools use this word", MEMBER),
            new WordRule("doors?", "'listener'", "a server listens on a port", TYPE, MEMBER, TEXT, PAGE),
            new WordRule("gates?", "'guard' or 'filter'", "these types are called so", TYPE, MEMBER, TEXT, PAGE),
            new WordRule("lanes?", "'event loop' or 'queue'", "Vert.x uses these words", TYPE, MEMBER, TEXT, PAGE),
            new WordRule(
                    "hops?(?! by)",
                    "'change of the thread'",
                    "a hop is a step between two machines of a network",
                    TYPE,
                    MEMBER,
                    TEXT,
                    PAGE),
            new WordRule(
                    "(?:houses?|halls?|rooms|journeys?|travell?ers?|errands?|heirs?|surroundings)",
                    "what the thing is",
                    "a reader has to guess what a metaphor stands for",
                    TYPE,
                    MEMBER,
                    TEXT,
                    PAGE),
            new WordRule(
                    "(?:(?<!(as|so|how) )soon|a while|shortly)",
                    "a number with its unit",
                    "a reader cannot plan with a vague time",
                    TEXT,
                    PAGE),
            new WordRule("whoever", "who acts", "a sentence is clear when its subject is", TEXT, PAGE),
            new WordRule(
                    "(?:white|black) ?lists?",
                    "'allow-list' or 'deny-list'",
                    "they say what the list does",
                    TYPE,
                    MEMBER,
                    TEXT,
                    PAGE),
            new WordRule("slaves?", "'replica'", "PostgreSQL, Redis and Kafka use this word", TYPE, MEMBER, TEXT, PAGE),
            new WordRule(
                    "(choice|claim|execution|later|line|place|plan|share|start|stop|target|waiting|watch)",
                    "what it is for: 'RequestTarget', 'StopSignal'",
                    "the word alone tells nothing to a reader of another file",
                    EXACT_TYPE));

    /** Matches each line that may break a rule, in one search instead of many. */
    private static final Pattern ANY = Pattern.compile(
            RULES.stream().map(WordRule::pattern).collect(Collectors.joining("|")), Pattern.CASE_INSENSITIVE);

    /** Names that a reader knows from elsewhere, besides those of {@link #KNOWN_PACKAGES}. */
    private static final Set<String> KNOWN_NAMES = Set.of("Server", "Answer");

    private static final List<String> KNOWN_PACKAGES = List.of(
            "java.io",
            "java.lang",
            "java.net",
            "java.nio",
            "java.nio.channels",
            "java.nio.file",
            "java.sql",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.function",
            "java.util.stream",
            "io.netty.channel",
            "io.reactivex");

    private static List<Entry> entries;

    @BeforeAll
    static void readSources() {
        entries = SourceNames.of(sources());
    }

    /** All sources but the projects in docs/src/it and docs/walkthrough, which are as users write them. */
    private static List<Path> sources() {
        final Path root = Repository.root();
        return Repository.files(root).stream()
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> {
                    final String path = root.relativize(file).toString();
                    return !path.startsWith("docs/src/it/") && !path.startsWith("docs/walkthrough/");
                })
                .sorted()
                .toList();
    }

    @Test
    void sourcesAreRead() {
        for (final Kind kind : Kind.values()) {
            assertThat(entries).filteredOn(entry -> entry.kind() == kind).hasSizeGreaterThan(100);
        }
    }

    @Test
    void namesUseTheWordsOfTheField() {
        assertThat(problems(entries.stream()
                        .filter(entry -> entry.kind() != Kind.TEXT)
                        .filter(entry -> entry.isMain() || entry.kind() != Kind.MEMBER)))
                .isEmpty();
    }

    @Test
    void logLinesAndErrorsUseTheWordsOfTheField() {
        assertThat(problems(entries.stream().filter(Entry::isMain).filter(entry -> entry.kind() == Kind.TEXT)))
                .isEmpty();
    }

    private static List<String> problems(final Stream<Entry> entries) {
        return entries.flatMap(entry -> RULES.stream()
                        .filter(word -> word.isIn(entry))
                        .map(word -> place(entry) + ": " + word.problem(entry.text())))
                .toList();
    }

    private static String place(final Entry entry) {
        return Repository.root().relativize(entry.file()) + ":" + entry.line();
    }

    @Test
    void commentsUseTheWordsOfTheField() {
        final List<String> problems = new ArrayList<>();
        for (final Path file : sources()) {
            if (file.toString().contains("/src/main/")) {
                final List<String> lines = Repository.read(file).lines().toList();
                for (int i = 0; i < lines.size(); i++) {
                    final String line = lines.get(i).strip();
                    if (line.startsWith("*") || line.startsWith("/*") || line.startsWith("//")) {
                        addProblems(file, i, line, problems);
                    }
                }
            }
        }
        assertThat(problems).isEmpty();
    }

    /** Configuration keys stand on one of them. */
    @Test
    void pagesUseTheWordsOfTheField() {
        final List<String> problems = new ArrayList<>();
        for (final Path page : Repository.documents(Repository.root())) {
            final List<String> lines = Repository.read(page).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                addProblems(page, i, lines.get(i), problems);
            }
        }
        assertThat(problems).isEmpty();
    }

    private static void addProblems(final Path file, final int index, final String line, final List<String> problems) {
        if (!ANY.matcher(line).find()) {
            return;
        }
        RULES.stream()
                .filter(word -> word.isOnPage(line))
                .forEach(word -> problems.add(
                        Repository.root().relativize(file) + ":" + (index + 1) + ": " + word.problem(line.strip())));
    }

    /** The programs that a benchmark compares, and a generated project and the example, do the same in the same words. */
    @Test
    void noSimpleNameStandsTwice() {
        final Map<String, List<String>> places = new TreeMap<>();
        entries.stream()
                .filter(Entry::isMain)
                .filter(entry -> entry.kind() == Kind.TOP_LEVEL_TYPE)
                .filter(entry -> !place(entry).matches("(benchmark/(baseline|contestants)|jzenith-archetype)/.*"))
                .forEach(entry -> places.computeIfAbsent(entry.text(), name -> new ArrayList<>())
                        .add(place(entry)));
        assertThat(places.entrySet().stream().filter(type -> type.getValue().size() > 1))
                .as("types with the same simple name: a reader takes one for the other")
                .isEmpty();
    }

    @Test
    void noTypeHasTheNameOfAWellKnownOne() throws IOException {
        final Set<String> known = knownTypes();
        assertThat(known).contains("java.util.List", "io.reactivex.Single");
        assertThat(entries.stream()
                        .filter(Entry::isMain)
                        .filter(entry -> entry.kind() == Kind.TOP_LEVEL_TYPE || entry.kind() == Kind.NESTED_TYPE)
                        .filter(entry -> isWellKnown(known, entry.text()))
                        .map(entry -> place(entry) + ": " + entry.text())
                        .collect(Collectors.toList()))
                .as("types that a reader takes for another one of the JDK, Netty or RxJava")
                .isEmpty();
    }

    /** The types of the known packages, also those that are not public. */
    private static Set<String> knownTypes() throws IOException {
        final Set<String> types = new HashSet<>();
        try (StandardJavaFileManager manager =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            for (final StandardLocation location :
                    List.of(StandardLocation.PLATFORM_CLASS_PATH, StandardLocation.CLASS_PATH)) {
                for (final String each : KNOWN_PACKAGES) {
                    manager.list(location, each, Set.of(JavaFileObject.Kind.CLASS), false)
                            .forEach(type -> types.add(manager.inferBinaryName(location, type)));
                }
            }
        }
        return types;
    }

    private static boolean isWellKnown(final Set<String> known, final String name) {
        return KNOWN_NAMES.contains(name)
                || KNOWN_PACKAGES.stream()
                        .map(each -> each + "." + name)
                        .filter(known::contains)
                        .anyMatch(VocabularyTest::isPublic);
    }

    private static boolean isPublic(final String type) {
        try {
            return Modifier.isPublic(Class.forName(type, false, VocabularyTest.class.getClassLoader())
                    .getModifiers());
        } catch (final ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void exceptionsEndInException() {
        assertThat(entries.stream()
                        .filter(Entry::isMain)
                        .filter(entry -> entry.superclass().matches(".*(Exception|Error|Throwable)"))
                        .filter(entry -> !entry.text().endsWith("Exception"))
                        .map(entry -> place(entry) + ": " + entry.text() + " should end in Exception")
                        .toList())
                .isEmpty();
    }
}
