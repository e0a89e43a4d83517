package org.jzenith.rest.internal.error;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;

/** Violations that the application found itself, as clients read them. */
final class Violations {

    static final String DETAIL = "The request is invalid. See 'violations'.";

    /** The path of what is wrong with an object as a whole: it has most likely been read from the body. */
    private static final String BODY = "body";

    /** A large body may break rules a million times. */
    private static final int MOST = 100;

    private Violations() {}

    /** A wrong result is the server's fault, so it has no problem of its own. */
    static @Nullable Problem problem(final ConstraintViolationException error) {
        final List<Violation> violations = new ArrayList<>();
        if (error.getConstraintViolations() != null) {
            for (final ConstraintViolation<?> violation : error.getConstraintViolations()) {
                final StringBuilder path = new StringBuilder();
                boolean isOfBean = true;
                for (final Path.Node node : violation.getPropertyPath()) {
                    if (node.getKind() == ElementKind.RETURN_VALUE) {
                        return null;
                    }
                    isOfBean &= node.getKind() != ElementKind.METHOD && node.getKind() != ElementKind.CONSTRUCTOR;
                    append(path, node);
                }
                violations.add(
                        new Violation(path.isEmpty() && isOfBean ? BODY : path.toString(), violation.getMessage()));
            }
        }
        return of(violations);
    }

    static Problem of(final List<Violation> violations) {
        final List<Violation> sorted = violations.stream()
                .limit(MOST)
                .sorted(Comparator.comparing(Violation::path).thenComparing(Violation::message))
                .toList();
        final long line = sorted.isEmpty() ? 0 : sorted.get(0).line();
        final Problem problem = line == 0
                ? ProblemJson.of(400, DETAIL)
                : ProblemJson.of(400, DETAIL).withMember("line", line);
        return sorted.isEmpty()
                ? problem
                // The messages are in the language of the client.
                : ProblemJson.withViolations(
                                problem, sorted.stream().map(Violation::members).toList())
                        .withHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE);
    }

    /** Names of methods and their parameters are the application's own business, those of container elements Hibernate's. */
    private static void append(final StringBuilder path, final Path.Node node) {
        if (node.getIndex() != null) {
            path.append('[').append(node.getIndex()).append(']');
        } else if (node.getKey() != null) {
            appendName(path, node.getKey().toString());
        }
        if (node.getKind() == ElementKind.PROPERTY) {
            appendName(path, node.getName());
        }
    }

    private static void appendName(final StringBuilder path, final String name) {
        path.append(path.isEmpty() ? "" : ".").append(name);
    }
}
