package org.jzenith.core.internal.start;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Finds known names that are similar to an unknown one. Safe for use by many threads. */
public final class Suggestions {

    private static final int MAX = 3;
    private static final int SHORTEST_SEGMENT = 3;

    private Suggestions() {}

    /**
     * Finds similar names.
     *
     * @param name an unknown name
     * @param known all known names
     * @return up to three of the known names, nearest first
     */
    public static List<String> nearest(final String name, final Collection<String> known) {
        final String wanted = name.toLowerCase(Locale.ROOT);
        final int limit = Math.max(2, wanted.length() / 3);
        final Map<String, Integer> near = new TreeMap<>();
        for (final String candidate : known) {
            final int score = score(wanted, candidate.toLowerCase(Locale.ROOT));
            if (score <= limit) {
                near.put(candidate, score);
            }
        }
        final int best = near.values().stream().min(Integer::compare).orElse(0);
        return near.entrySet().stream()
                .filter(scored -> scored.getValue() <= best + 1)
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(
                                scored -> distance(wanted, scored.getKey().toLowerCase(Locale.ROOT))))
                .limit(MAX)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns the question at the end of a problem.
     *
     * @param before stands before each name, for example two hyphens
     * @param nearest similar names
     * @param otherwise the advice if there is no similar name
     * @return "Did you mean", or the advice
     */
    public static String question(final String before, final List<String> nearest, final String otherwise) {
        return nearest.isEmpty() ? otherwise : "Did you mean " + before + String.join(" or " + before, nearest) + "?";
    }

    private static int score(final String wanted, final String candidate) {
        // the right last segment under another prefix counts as similar
        final String last = wanted.substring(wanted.lastIndexOf('.') + 1);
        final int whole = distance(wanted, candidate);
        if (candidate.endsWith("." + last)) {
            return Math.min(whole, 2);
        }
        // a name without prefix may be a misspelt last segment
        final String lastOfCandidate = candidate.substring(candidate.lastIndexOf('.') + 1);
        final int ofLast = last.length() == wanted.length() && last.length() >= SHORTEST_SEGMENT
                ? distance(wanted, lastOfCandidate)
                : Integer.MAX_VALUE;
        return ofLast <= Math.max(1, wanted.length() / 3) ? Math.min(whole, ofLast + 1) : whole;
    }

    /** Edit distance in which swapping two neighbours counts once. */
    private static int distance(final String left, final String right) {
        final int[][] edits = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                final int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                edits[i][j] = Math.min(Math.min(edits[i][j - 1], edits[i - 1][j]) + 1, edits[i - 1][j - 1] + change);
                if (i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[left.length()][right.length()];
    }
}
