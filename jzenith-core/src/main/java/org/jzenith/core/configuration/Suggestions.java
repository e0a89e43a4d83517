package org.jzenith.core.configuration;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds known names that are similar to an unknown one. */
final class Suggestions {

    private static final int MAX = 3;

    private Suggestions() {}

    /** At most three of the known names, nearest first. */
    static List<String> nearest(final String name, final Collection<String> known) {
        final String wanted = name.toLowerCase(Locale.ROOT);
        final int limit = Math.max(2, wanted.length() / 3);
        final List<Scored> near = known.stream()
                .distinct()
                .map(candidate -> new Scored(candidate, score(wanted, candidate.toLowerCase(Locale.ROOT))))
                .filter(scored -> scored.score <= limit)
                .sorted(Comparator.comparingInt(Scored::score).thenComparing(Scored::name))
                .toList();
        return near.stream()
                .filter(scored -> scored.score <= near.get(0).score + 1)
                .limit(MAX)
                .map(Scored::name)
                .toList();
    }

    /** The question at the end of a problem, or what else to do. */
    static String question(final String name, final Collection<String> known, final String otherwise) {
        final List<String> nearest = nearest(name, known);
        return nearest.isEmpty() ? otherwise : "Did you mean " + String.join(" or ", nearest) + "?";
    }

    private static int score(final String wanted, final String candidate) {
        final int distance = distance(wanted, candidate);
        // the right last segment under another prefix counts as similar
        return candidate.endsWith("." + lastSegment(wanted)) ? Math.min(distance, 2) : distance;
    }

    private static String lastSegment(final String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Edit distance in which swapping two neighbours counts once. */
    static int distance(final String left, final String right) {
        int[] beforeLast = new int[right.length() + 1];
        int[] last = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            final int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                final int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                int best = Math.min(Math.min(current[j - 1], last[j]) + 1, last[j - 1] + change);
                if (i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1)) {
                    best = Math.min(best, beforeLast[j - 2] + 1);
                }
                current[j] = best;
            }
            beforeLast = last;
            last = current;
        }
        return last[right.length()];
    }

    private record Scored(String name, int score) {}
}
