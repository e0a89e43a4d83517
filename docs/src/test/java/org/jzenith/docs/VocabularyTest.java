package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.docs.OldWord.Use.EXACT_TYPE;
import static org.jzenith.docs.OldWord.Use.MEMBER;
import static org.jzenith.docs.OldWord.Use.PAGE;
import static org.jzenith.docs.OldWord.Use.TEXT;
import static org.jzenith.docs.OldWord.Use.TYPE;

import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.docs.SourceNames.Entry;
import org.jzenith.docs.SourceNames.Kind;

/** Names and texts use the words of the field: those of the standards, of Netty, Vert.x and pools, and plain English. */
final class VocabularyTest {

    private static final List<OldWord> OLD_WORDS = List.of(
            new OldWord("houses?", "'application', 'repository' or 'architecture'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("halls?", "'handler'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("doors?", "'listener', or 'public type' of a package", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("rooms", "'packages' or 'modules'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("room", "'package' or 'module'", EXACT_TYPE),
            new OldWord("lanes?", "'event loop', or 'route table'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("journeys?", "'invocation'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("(?<!round )trips?", "'invocation'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("travell?ers?", "'invocation'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("errands?", "'connection task'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("wires", "'connection set'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("loans?", "'lease'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("borrow(s|ed|er|ers|ing)?", "'acquire'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("give back", "'release'", MEMBER),
            new OldWord("hops?(?! by)", "'change of the thread'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("gates?", "'guard', or what it does", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("heirs?", "'next waiter'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("hurr(y|ies|ied)", "'shorten the deadline'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("signatures?", "'server headers', or what it is: a signature is cryptography", TYPE, MEMBER),
            new OldWord("surroundings", "'environment'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("train", "'warm up'", EXACT_TYPE),
            new OldWord("(cut|reach|moment|supply|withdraw)", "'closeNow', 'connectFirst', 'phase', 'provide'", MEMBER),
            new OldWord("when quiet", "'whenIdle'", MEMBER),
            new OldWord("evidently.*", "what is known", TYPE, MEMBER),
            new OldWord("whoever", "the one who acts", TEXT, PAGE),
            new OldWord("(?<!(as|so|how) )soon", "a number with its unit", TEXT, PAGE),
            new OldWord("a while", "a number with its unit", TEXT, PAGE),
            new OldWord("express lane", "'route table'", TYPE, MEMBER, TEXT, PAGE),
            new OldWord("(choice|plan|stop)", "'RouteCompiler', 'CompiledMethod', 'Step'", EXACT_TYPE),
            new OldWord("(outcome|waiting|suspension|later)", "'InvocationResult', 'SuspendedResponse'", EXACT_TYPE),
            new OldWord("(form|upload|malformed)", "'Representation', 'RequestBody', an exception", EXACT_TYPE),
            new OldWord("(arrival|arrived|delivery|receiver)", "'StageObserver', 'ResultObserver'", EXACT_TYPE),
            new OldWord("(cancellation|streamed|line|claim)", "'StageDisposable' and so on", EXACT_TYPE),
            new OldWord("(watch|share|place|scope|start)", "'ConnectionSweeper', 'TransactionScope'", EXACT_TYPE),
            new OldWord("(running|execution|target)", "'Command', 'RequestTarget'", EXACT_TYPE),
            new OldWord("resteasy level", "'ResteasyContextData'", TYPE, MEMBER),
            new OldWord("own requests", "'WarmUpRequests'", TYPE, MEMBER),
            new OldWord("(client path|parameter place)", "'ViolationPath', 'ParameterLocation'", TYPE, MEMBER),
            new OldWord("(first bytes|signing encoder)", "'ProtocolDetector', 'ResponseEncoder'", TYPE),
            new OldWord("(shared channel|write gathering)", "'PipelinedConnection', 'FlushCoalescing'", TYPE, MEMBER),
            new OldWord("thread bound", "'ThreadLocalAccessor'", TYPE, MEMBER));

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
        return entries.flatMap(entry -> OLD_WORDS.stream()
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
        OLD_WORDS.stream()
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
    void noTypeHasTheNameOfAWellKnownOne() {
        assertThat(entries.stream()
                        .filter(Entry::isMain)
                        .filter(entry -> entry.kind() == Kind.TOP_LEVEL_TYPE || entry.kind() == Kind.NESTED_TYPE)
                        .filter(entry -> isWellKnown(entry.text()))
                        .map(entry -> place(entry) + ": " + entry.text())
                        .collect(Collectors.toList()))
                .as("types that a reader takes for another one of the JDK, Netty or RxJava")
                .isEmpty();
    }

    private static boolean isWellKnown(final String name) {
        return KNOWN_NAMES.contains(name)
                || KNOWN_PACKAGES.stream().anyMatch(each -> {
                    try {
                        return Modifier.isPublic(
                                Class.forName(each + "." + name, false, VocabularyTest.class.getClassLoader())
                                        .getModifiers());
                    } catch (final ClassNotFoundException e) {
                        return false;
                    }
                });
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
