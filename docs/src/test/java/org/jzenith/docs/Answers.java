package org.jzenith.docs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares answers with those that a page prints. An id (UUID) of the page stands for the one that the application has
 * made: the first answer that holds it says which. So does a cursor of a list, which starts with Wy or Wz and ends with three dots. Other
 * dots stand for anything, at the end also on a line of their own.
 */
final class Answers {

    private static final Pattern VARIABLE = Pattern.compile(
            "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|W[yz][\\w-]+\\.\\.\\.|\\.\\.\\.");

    private final Map<String, String> ids = new HashMap<>();

    /** A command of the page as a reader types it: with the ids that the application has made. */
    String typed(final String command) {
        return VARIABLE.matcher(command)
                .replaceAll(match -> Matcher.quoteReplacement(ids.getOrDefault(match.group(), match.group())));
    }

    void check(final String page, final String actual) {
        final boolean goesOn = page.endsWith("\n...");
        final String expected = goesOn ? page.substring(0, page.length() - 4) : page;
        final List<String> unknown = new ArrayList<>();
        final StringBuilder pattern = new StringBuilder();
        final Matcher variable = VARIABLE.matcher(expected);
        int end = 0;
        while (variable.find()) {
            pattern.append(Pattern.quote(expected.substring(end, variable.start())))
                    .append(pattern(variable.group(), unknown));
            end = variable.end();
        }
        pattern.append(Pattern.quote(expected.substring(end))).append(goesOn ? "(?:\n.*)?" : "");
        final Matcher answer =
                Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(actual.strip());
        if (!answer.matches()) {
            throw new AssertionError("The page says:\n" + expected + "\n\nThe answer is:\n" + actual.strip());
        }
        for (int i = 0; i < unknown.size(); i++) {
            ids.put(unknown.get(i), answer.group(i + 1));
        }
    }

    private String pattern(final String variable, final List<String> unknown) {
        if (variable.equals("...")) {
            return ".*";
        }
        if (ids.containsKey(variable)) {
            return Pattern.quote(ids.get(variable));
        }
        final int known = unknown.indexOf(variable);
        if (known >= 0) {
            return "\\" + (known + 1);
        }
        unknown.add(variable);
        return variable.startsWith("W") ? "(W[yz][\\w-]+)" : "([0-9a-f-]{36})";
    }
}
