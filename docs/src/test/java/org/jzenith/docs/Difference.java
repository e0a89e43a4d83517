package org.jzenith.docs;

import java.util.List;
import java.util.regex.Pattern;

/** The difference of two texts, line by line: what only the first has with a minus, only the second with a plus. */
final class Difference {

    private static final int CONTEXT = 2;
    private static final Pattern EMPTY_EDGE =
            Pattern.compile("(?<=\\A|^\\.{3}\n)\n|^\n(?=\\z|\\.{3}\n)", Pattern.MULTILINE);

    private Difference() {}

    /** The lines that differ, with two lines around them; three dots stand for the lines between. */
    static String hunks(final String first, final String second) {
        final List<String> lines = between(first, second).lines().toList();
        final StringBuilder text = new StringBuilder();
        int shown = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.subList(Math.max(0, i - CONTEXT), Math.min(lines.size(), i + CONTEXT + 1)).stream()
                    .anyMatch(line -> !line.startsWith(" "))) {
                if (shown > 0 && shown < i) {
                    text.append("...\n");
                }
                text.append(lines.get(i).stripTrailing()).append('\n');
                shown = i + 1;
            }
        }
        return EMPTY_EDGE.matcher(text).replaceAll("");
    }

    static String between(final String first, final String second) {
        final List<String> a = first.lines().toList();
        final List<String> b = second.lines().toList();
        final int[][] common = common(a, b);
        final StringBuilder text = new StringBuilder();
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
                text.append("  ").append(a.get(i)).append('\n');
                i++;
                j++;
            } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
                text.append("- ").append(a.get(i++)).append('\n');
            } else {
                text.append("+ ").append(b.get(j++)).append('\n');
            }
        }
        return text.toString();
    }

    /** Counts the lines that the remainders of both texts have in common, by the longest common subsequence. */
    private static int[][] common(final List<String> a, final List<String> b) {
        final int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
