package org.jzenith.security.enforcement;

import java.util.List;
import java.util.stream.Collectors;

/** The text about the rules for a template. */
final class PathDescription {

    private PathDescription() {}

    /** Returns for example {@code roles auditor, by security.paths."/reports"}; empty if there is no rule. */
    static String of(final PathRules rules, final String listener, final String template) {
        final PathAccess general = rules.of(listener, template);
        final List<PathAccess> further = rules.furtherOf(listener, template);
        final String first = general == null ? "" : general.decision().description();
        if (further.isEmpty()) {
            return first;
        }
        return further.stream()
                .map(rule -> "below " + rule.path() + " " + rule.decision().description())
                .collect(Collectors.joining("; ", first.isEmpty() ? "" : first + "; ", ""));
    }
}
