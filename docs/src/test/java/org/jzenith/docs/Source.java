package org.jzenith.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A place in a source file that a document shows: {@code PATH} for the whole file or {@code PATH#REGION} for the lines
 * between {@code // region REGION} and {@code // endregion}. A file of a walkthrough step is shown as its difference from
 * the step before, and as a whole with {@code PATH#whole}.
 */
record Source(String path, Optional<String> region) {

    static final String ARCHETYPE = "jzenith-archetype/src/main/resources/archetype-resources/";

    /** Files that the build compiles, builds outside the reactor or tests; what it never looks at may be wrong. */
    private static final Pattern COMPILED = Pattern.compile(
            "(jzenith-[a-z-]+|docs)/src/(main|test)/java/.+\\.java|jzenith-[a-z-]+/src/main/resources/handlers/.+\\.js|docs/src/it/.+\\.(java|kt|xml)|jzenith-[a-z-]+/pom\\.xml"
                    + "|docs/src/test/resources/(cookbook|mistakes)/.+|" + WalkthroughPage.STEPS + ".+"
                    + "|" + ARCHETYPE + ".+");

    private static final Pattern BEGIN = Pattern.compile("\\s*(?://|<!--|#) region ([\\w-]+)(?: -->)?\\s*");
    private static final Pattern END = Pattern.compile("\\s*(?://|<!--|#) endregion(?: -->)?\\s*");

    /** A placeholder that the build of the projects in docs/src/it replaces by a version of the root pom. */
    private static final Pattern VERSION = Pattern.compile("@([\\w.-]+)@");

    static Source parse(final String text) {
        final int hash = text.indexOf('#');
        return hash < 0
                ? new Source(text, Optional.empty())
                : new Source(text.substring(0, hash), Optional.of(text.substring(hash + 1)));
    }

    /** The lines to show, without common indentation and without markers. */
    String text(final Path root) {
        if (!COMPILED.matcher(path).matches() || path.contains("..")) {
            throw new AssertionError(
                    "The snippet '" + this + "' does not come from a file that the build compiles. Take"
                            + " it from src/main/java, src/test/java or the pom of a module, or from docs/src/it.");
        }
        final Path file = root.resolve(path);
        if (!Files.isRegularFile(file)) {
            throw new AssertionError("The snippet '" + this + "' comes from a file that does not exist. Correct the"
                    + " path, which is relative to the root of the repository.");
        }
        if (path.startsWith(WalkthroughPage.STEPS)) {
            return region.isPresent() ? Repository.read(file) : WalkthroughPage.shown(root, path);
        }
        final List<String> lines = Repository.read(file).lines().toList();
        final String text = dedented(region.map(name -> between(lines, name)).orElseGet(() -> whole(lines)));
        if (path.startsWith(ARCHETYPE)) {
            final String generated = WalkthroughProject.generated(text);
            return path.endsWith(".java") ? WalkthroughPage.body(generated) : generated;
        }
        return path.startsWith("docs/src/it/") ? withVersions(text, root) : text;
    }

    private static String withVersions(final String text, final Path root) {
        return VERSION.matcher(text).replaceAll(placeholder -> {
            final String name = placeholder.group(1);
            final Pom pom = Pom.of(root);
            return Matcher.quoteReplacement(name.equals("project.version") ? pom.text("version") : pom.property(name));
        });
    }

    private List<String> between(final List<String> lines, final String name) {
        final List<String> inside = new ArrayList<>();
        int depth = 0;
        int found = 0;
        for (final String line : lines) {
            final Matcher begin = BEGIN.matcher(line);
            if (begin.matches()) {
                if (depth > 0) {
                    depth++;
                } else if (begin.group(1).equals(name)) {
                    depth = 1;
                    found++;
                }
            } else if (END.matcher(line).matches()) {
                depth = Math.max(0, depth - 1);
            } else if (depth > 0) {
                inside.add(line);
            }
        }
        if (found != 1 || depth != 0) {
            throw new AssertionError(
                    "The snippet '" + this + "' needs exactly one region '" + name + "' with an end, but "
                            + path + " has " + found + (depth == 0 ? "" : " without an end")
                            + ". Mark it with '// region " + name
                            + "' and '// endregion', in XML with the same words in comments.");
        }
        return inside;
    }

    private static boolean isMarker(final String line) {
        return BEGIN.matcher(line).matches() || END.matcher(line).matches();
    }

    /** A whole file without the markers of regions; except in the archetype, also without its licence and its package. */
    private List<String> whole(final List<String> lines) {
        final List<String> kept = lines.stream().filter(line -> !isMarker(line)).toList();
        if (path.startsWith(ARCHETYPE)) {
            return kept;
        }
        for (int i = 0; i < kept.size(); i++) {
            if (kept.get(i).startsWith("package ")) {
                return kept.subList(i + 1, kept.size());
            }
        }
        return kept;
    }

    private static String dedented(final List<String> lines) {
        final int margin = lines.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        final String text = lines.stream()
                .map(line -> line.isBlank() ? "" : line.substring(margin).stripTrailing())
                .collect(Collectors.joining("\n"));
        return text.strip() + "\n";
    }

    @Override
    public String toString() {
        return path + region.map(name -> "#" + name).orElse("");
    }
}
