import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts phrases that read like a translation, in the pages, in the strings of main code and in the Javadoc of its public types, and
 * prints each place: {@code java docs/Wording.java [PHRASE]}, in the root of the repository.
 */
final class Wording {

    /** The phrases, and what to write instead. */
    private static final Map<String, Pattern> PHRASES = new LinkedHashMap<>();

    static {
        phrase("X is no Y -> X is not a valid Y", "(?<![Tt]here )\\b(is|are|was|were) no (?!longer|more|less|other|such)[a-zA-Z@{]");
        phrase("answered 503 -> gets a 503", "\\b(is|are|was|were|be|been) answered\\b|\\banswers? (it |them )?with\\b");
        phrase("made -> created", "\\b(is|are|was|were|be|been|cannot be|by|not) made\\b(?! up| for)|\\bmade (by|of|from|at|anew|here)\\b|\\b[Mm]akes (an?|one|its|their) ");
        phrase("the start -> startup", "\\b(the|a) start\\b(?! of| and| script|ing| line| with)");
        phrase("give X to Y -> pass, set", "\\bGive \\S+( \\S+)? (to|another)\\b|\\bLeave (one|it|the)\\b");
        phrase("at the moment -> now, or nothing", "\\b(at|for) the moment\\b");
        phrase("nobody, anybody, everybody -> say who acts", "(?<!as )\\b([Nn]o|[Aa]ny|[Ee]very)body\\b");
        phrase("of its own -> its own, separate", "\\bof (its|their|your|our|his) own\\b");
        phrase("what .. as a noun -> a noun", "\\b(of|for|by|with|from|returns|reads|keeps) what\\b(?! follows)|(^|\\. )What [a-z]+ ");
        phrase("begin -> start, create", "\\b([Bb]egins?|began|begun)\\b(?! with)");
    }

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\\n]*`|<!--.*?-->|\\]\\([^)]*\\)", Pattern.DOTALL);

    private final Map<String, int[]> counts = new LinkedHashMap<>();

    private Wording() {}

    public static void main(final String... args) throws IOException {
        new Wording().run(args.length == 0 ? "" : args[0]);
    }

    private static void phrase(final String name, final String regex) {
        PHRASES.put(name, Pattern.compile(regex));
    }

    private void run(final String only) throws IOException {
        for (final Path file : files()) {
            final String text = Files.readString(file);
            final boolean page = file.toString().endsWith(".md");
            if (page) {
                count(file, text, blanked(text, CODE, 0, false), 0, only);
                continue;
            }
            count(file, text, blanked(blanked(text, COMMENT, 0, false), STRING, 1, true), 1, only);
            if (!file.toString().contains("/internal/")) {
                count(file, text, blanked(text, JAVADOC, 1, true), 2, only);
            }
        }
        System.out.printf("%n%-45s %6s %8s %8s%n", "phrase", "pages", "strings", "Javadoc");
        for (final String name : PHRASES.keySet()) {
            final int[] found = counts.getOrDefault(name, new int[3]);
            System.out.printf("%-45s %6d %8d %8d%n", name, found[0], found[1], found[2]);
        }
    }

    private void count(final Path file, final String text, final String searched, final int kind, final String only) {
        PHRASES.forEach((name, pattern) -> {
            final Matcher matcher = pattern.matcher(searched);
            while (matcher.find()) {
                counts.computeIfAbsent(name, each -> new int[3])[kind]++;
                if (!only.isEmpty() && name.startsWith(only)) {
                    final long line = text.substring(0, matcher.start()).lines().count();
                    System.out.println(file + ":" + Math.max(1, line) + ": "
                            + text.lines().skip(Math.max(0, line - 1)).findFirst().orElse("").strip());
                }
            }
        });
    }

    /** Replaces the characters that a pattern matches, or all others, by blanks, so that positions stay. */
    private static String blanked(final String text, final Pattern pattern, final int group, final boolean others) {
        final StringBuilder all = new StringBuilder();
        int end = 0;
        for (final MatchResult match : pattern.matcher(text).results().toList()) {
            all.append(others ? blank(text.substring(end, match.start(group))) : text.substring(end, match.start(group)));
            final String matched = match.group(group);
            all.append(others ? matched : blank(matched));
            end = match.end(group);
        }
        final String rest = text.substring(end);
        return all.append(others ? blank(rest) : rest).toString();
    }

    private static String blank(final String text) {
        return text.replaceAll("[^\\n]", " ");
    }

    private static List<Path> files() throws IOException {
        final List<Path> all = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(""))) {
            for (final Path module : modules.filter(each -> each.toString().startsWith("jzenith-")).toList()) {
                final Path main = module.resolve("src/main/java");
                if (Files.isDirectory(main)) {
                    try (Stream<Path> sources = Files.walk(main)) {
                        sources.filter(each -> each.toString().endsWith(".java")).forEach(all::add);
                    }
                }
            }
        }
        for (final String folder : List.of("docs", "docs/cookbook", "docs/walkthrough")) {
            try (Stream<Path> pages = Files.list(Path.of(folder))) {
                pages.filter(each -> each.toString().endsWith(".md")).forEach(all::add);
            }
        }
        all.add(Path.of("README.md"));
        all.add(Path.of("CONTRIBUTING.md"));
        all.sort(null);
        return all;
    }
}
