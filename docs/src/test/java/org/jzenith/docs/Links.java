package org.jzenith.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The links of a Markdown file and the anchors that they can point to. */
final class Links {

    private static final Pattern CODE = Pattern.compile("(`+).*?\\1");
    private static final Pattern LINK = Pattern.compile("]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)"
            + "|^\\s{0,3}\\[[^]]+]:\\s*<?([^\\s>]+)>?"
            + "|(?:href|src)=\"([^\"]+)\"");
    private static final Pattern ABSOLUTE = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*|//.*");
    private static final Pattern HEADING = Pattern.compile("\\s{0,3}#{1,6}\\s+(.*?)(?:\\s+#+)?\\s*");
    private static final Pattern ANCHOR = Pattern.compile("(?:id|name)=\"([^\"]+)\"");

    private Links() {}

    /** A line of text for each relative link that leads nowhere: place, link and reason. */
    static List<String> broken(final Path root, final Path file) {
        final List<String> broken = new ArrayList<>();
        final Document document = Document.read(root, file);
        final List<String> prose = document.prose();
        for (int i = 0; i < prose.size(); i++) {
            for (final String link : linksOf(prose.get(i))) {
                final String reason = reason(root, file, link);
                if (!reason.isEmpty()) {
                    broken.add(document.name() + ":" + (i + 1) + ": " + link + " " + reason);
                }
            }
        }
        return broken;
    }

    /** The file itself and all Markdown files to which its links, and the links of those, lead. */
    static Set<Path> reachable(final Path file) {
        final Set<Path> reached = new LinkedHashSet<>(Set.of(file.normalize()));
        final Deque<Path> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            final Path from = open.remove();
            for (final String line : Document.read(from.getParent(), from).prose()) {
                for (final String link : linksOf(line)) {
                    final Path target = target(from, link);
                    if (target.toString().endsWith(".md") && Files.isRegularFile(target) && reached.add(target)) {
                        open.add(target);
                    }
                }
            }
        }
        return reached;
    }

    private static List<String> linksOf(final String line) {
        return LINK.matcher(CODE.matcher(line).replaceAll(""))
                .results()
                .map(Links::target)
                .filter(link -> !ABSOLUTE.matcher(link).matches())
                .toList();
    }

    private static String target(final MatchResult match) {
        for (int i = 1; i <= match.groupCount(); i++) {
            if (match.group(i) != null) {
                return match.group(i);
            }
        }
        throw new IllegalStateException("A link without a target: " + match.group());
    }

    private static Path target(final Path from, final String link) {
        final String path = link.replaceFirst("#.*", "");
        return path.isEmpty() ? from : from.resolveSibling(path).normalize();
    }

    private static String reason(final Path root, final Path from, final String link) {
        final Path target = target(from, link);
        if (!target.startsWith(root)) {
            return "leads out of the repository.";
        }
        if (!existsAsWritten(target)) {
            return "does not exist.";
        }
        final int hash = link.indexOf('#');
        if (hash >= 0 && !anchors(target).contains(link.substring(hash + 1))) {
            return "names a heading that does not exist.";
        }
        return "";
    }

    /** Case matters, also where the file system forgives. */
    private static boolean existsAsWritten(final Path target) {
        try {
            return Files.exists(target) && target.toRealPath().endsWith(target.getFileName());
        } catch (final IOException e) {
            return false;
        }
    }

    private static Set<String> anchors(final Path target) {
        final Set<String> anchors = new HashSet<>();
        final Map<String, Integer> seen = new HashMap<>();
        if (target.toString().endsWith(".md")) {
            for (final String line : Document.read(target.getParent(), target).prose()) {
                final Matcher heading = HEADING.matcher(line);
                if (heading.matches()) {
                    final String slug = slug(heading.group(1));
                    final int before = seen.merge(slug, 1, Integer::sum) - 1;
                    anchors.add(before == 0 ? slug : slug + "-" + before);
                }
                ANCHOR.matcher(line).results().forEach(match -> anchors.add(match.group(1)));
            }
        }
        return anchors;
    }

    /** Returns the anchor that code hosts give a heading: lower case, hyphens for spaces, link texts only, no punctuation. */
    private static String slug(final String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
