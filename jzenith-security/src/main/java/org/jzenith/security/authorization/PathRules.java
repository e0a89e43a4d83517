package org.jzenith.security.authorization;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.ServerRequest;

/** Decisions about paths and all below them. The longest path counts. Immutable. */
public final class PathRules {

    private record Rule(String path, Decision decision) {}

    /** The longest path first. */
    private final List<Rule> rules;

    /**
     * Creates rules.
     *
     * @param byPath a path that begins with a slash, such as {@code /files}, and who may reach it
     */
    public PathRules(final Map<String, Access> byPath) {
        rules = byPath.entrySet().stream()
                .map(each -> new Rule(
                        each.getKey().equals("/") ? "" : each.getKey(),
                        new Decision(each.getValue(), "the path " + each.getKey())))
                .sorted(Comparator.comparingInt((Rule rule) -> rule.path.length())
                        .reversed())
                .toList();
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /** Finds the rule of a request, by the search that finds the mount of a request; null if there is none. */
    @Nullable
    Decision of(final ServerRequest request) {
        for (final Rule rule : rules) {
            if (request.isBelow(rule.path)) {
                return rule.decision;
            }
        }
        return null;
    }

    /** Finds the rule of a fixed path, such as the template of a method up to its first parameter; null if there is none. */
    @Nullable
    Decision of(final String path) {
        for (final Rule rule : rules) {
            if ((path + "/").startsWith(rule.path + "/")) {
                return rule.decision;
            }
        }
        return null;
    }
}
