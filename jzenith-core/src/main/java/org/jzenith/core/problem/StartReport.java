package org.jzenith.core.problem;

import java.util.ArrayList;
import java.util.List;

/** The report of a failed startup: in a terminal, it is wrapped between words, with the problem in bold and the remedy in colour. */
final class StartReport {

    private static final String RESET = "\u001b[0m";
    private static final String HEADING = "\u001b[1;31m";
    private static final String WHAT = "\u001b[1m";
    private static final String REMEDY = "\u001b[36m";

    private final int width;
    private final boolean colours;
    private final StringBuilder text = new StringBuilder();

    private StartReport(final int width, final boolean colours) {
        this.width = width;
        this.colours = colours;
    }

    /** @param width the width in columns */
    static String of(final List<StartProblem> problems, final int width, final boolean colours) {
        final StartReport report = new StartReport(width, colours);
        report.add(
                "",
                HEADING,
                "The application did not start: " + problems.size()
                        + (problems.size() == 1 ? " problem." : " problems."));
        int number = 1;
        for (final StartProblem problem : problems) {
            report.text.append('\n');
            final String label = number++ + ". ";
            report.add(label, WHAT, problem.what());
            final String indentation = " ".repeat(label.length());
            if (problem.origin() != null) {
                report.add(indentation, "", problem.origins());
            }
            if (problem.remedy() != null) {
                report.add(indentation, REMEDY, problem.remedy());
            }
        }
        return report.text.toString();
    }

    /** @param label the text before the first line; further lines are indented by its length */
    private void add(final String label, final String colour, final String sentence) {
        final boolean coloured = colours && !colour.isEmpty();
        String before = label;
        for (final String paragraph : sentence.split("\n", -1)) {
            for (final String line : wrap(paragraph, width - label.length())) {
                text.append(before)
                        .append(coloured ? colour : "")
                        .append(line)
                        .append(coloured ? RESET : "")
                        .append('\n');
                before = " ".repeat(label.length());
            }
        }
    }

    private static List<String> wrap(final String paragraph, final int columns) {
        final List<String> lines = new ArrayList<>();
        String rest = paragraph;
        while (rest.length() > columns) {
            int end = rest.lastIndexOf(' ', columns);
            if (end <= 0) {
                end = rest.indexOf(' ', columns);
            }
            if (end < 0) {
                break;
            }
            lines.add(rest.substring(0, end));
            rest = rest.substring(end + 1);
        }
        lines.add(rest);
        return lines;
    }
}
