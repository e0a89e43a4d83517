package org.jzenith.rest.check;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** Media types of {@code @Produces} and {@code @Consumes} that cannot be read, or are not spelt as any other. */
final class MediaTypeCheck {

    /** The top-level types of IANA's registry (RFC 6838, section 4.2), and the wildcard. */
    private static final Set<String> TOP_LEVEL = Set.of(
            "*",
            "application",
            "audio",
            "chemical",
            "example",
            "font",
            "haptics",
            "image",
            "message",
            "model",
            "multipart",
            "text",
            "video");

    private static final Map<String, String> SHORT_NAMES = Map.of(
            "json", MediaType.APPLICATION_JSON,
            "xml", MediaType.APPLICATION_XML,
            "text", MediaType.TEXT_PLAIN,
            "plain", MediaType.TEXT_PLAIN,
            "html", MediaType.TEXT_HTML,
            "csv", "text/csv",
            "form", MediaType.APPLICATION_FORM_URLENCODED,
            "bytes", MediaType.APPLICATION_OCTET_STREAM);

    private static final int NEAR = 2;

    private final Consumer<StartProblem> problems;
    private final Consumer<StartProblem> warnings;

    MediaTypeCheck(final Consumer<StartProblem> problems, final Consumer<StartProblem> warnings) {
        this.problems = problems;
        this.warnings = warnings;
    }

    void lookAt(final Class<?> type) {
        check(type, type, type.getName());
        for (final Method method : type.getMethods()) {
            if (method.getDeclaringClass() != Object.class) {
                check(method, type, null);
            }
        }
    }

    private void check(final AnnotatedElement element, final Class<?> type, final @Nullable String name) {
        final Produces produces = element.getAnnotation(Produces.class);
        if (produces != null) {
            check("@Produces", produces.value(), element, type, name);
        }
        final Consumes consumes = element.getAnnotation(Consumes.class);
        if (consumes != null) {
            check("@Consumes", consumes.value(), element, type, name);
        }
    }

    private void check(
            final String annotation,
            final String[] values,
            final AnnotatedElement element,
            final Class<?> type,
            final @Nullable String name) {
        for (final String value : values) {
            for (final String text : value.split(",", -1)) {
                check(
                        text.strip(),
                        annotation + " of " + (element instanceof final Method method ? Named.method(method) : name),
                        type);
            }
        }
    }

    private void check(final String text, final String owner, final Class<?> type) {
        final int slash = text.indexOf('/');
        if (!text.equals(MediaType.MEDIA_TYPE_WILDCARD) && (slash < 1 || slash == text.length() - 1)) {
            final String known = SHORT_NAMES.get(text.toLowerCase(Locale.ROOT));
            problems.accept(StartProblem.of(owner + " says '" + text + "', which is no media type.")
                    .from(type.getName())
                    .remedy(
                            known == null
                                    ? "Write a type and a subtype, such as application/json."
                                    : "Did you mean " + known + "?"));
            return;
        }
        final String topLevel =
                slash < 0 ? text : text.substring(0, slash).strip().toLowerCase(Locale.ROOT);
        final String near = near(topLevel);
        if (near != null) {
            warnings.accept(StartProblem.of(owner + " says '" + text
                            + "', and no media type is known that begins with '" + topLevel + "'.")
                    .from(type.getName())
                    .remedy("Did you mean " + near + text.substring(slash) + "?"));
        }
    }

    /** The known type that is nearest to an unknown one; null if it is known, or none is near. */
    private static @Nullable String near(final String topLevel) {
        return TOP_LEVEL.contains(topLevel) || topLevel.startsWith("x-")
                ? null
                : TOP_LEVEL.stream()
                        .filter(known -> known.length() > NEAR && distance(topLevel, known) <= NEAR)
                        .min(Comparator.comparingInt((String known) -> distance(topLevel, known))
                                .thenComparing(Comparator.naturalOrder()))
                        .orElse(null);
    }

    /** The number of letters to change, add or leave out. */
    private static int distance(final String left, final String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            final int[] next = new int[row.length];
            next[0] = i;
            for (int j = 1; j < row.length; j++) {
                final int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                next[j] = Math.min(Math.min(next[j - 1], row[j]) + 1, row[j - 1] + change);
            }
            row = next;
        }
        return row[row.length - 1];
    }
}
