package org.jzenith.rest.internal.check;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.internal.start.Suggestions;

/** Media types of {@code @Produces} and {@code @Consumes} that cannot be read, or are not spelt as any other. */
record MediaTypeCheck(Findings findings) {

    /** The top-level types of IANA's registry (RFC 6838, section 4.2). */
    private static final Set<String> TOP_LEVEL = Set.of(
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

    void lookAt(final Class<?> type) {
        check(type, type);
        for (final Method method : type.getMethods()) {
            if (method.getDeclaringClass() != Object.class) {
                check(method, type);
            }
        }
    }

    private void check(final AnnotatedElement element, final Class<?> type) {
        final Produces produces = element.getAnnotation(Produces.class);
        if (produces != null) {
            check("@Produces", produces.value(), element, type);
        }
        final Consumes consumes = element.getAnnotation(Consumes.class);
        if (consumes != null) {
            check("@Consumes", consumes.value(), element, type);
        }
    }

    private void check(
            final String annotation, final String[] values, final AnnotatedElement element, final Class<?> type) {
        final String owner =
                annotation + " of " + (element instanceof final Method method ? Named.method(method) : type.getName());
        for (final String value : values) {
            for (final String text : value.split(",", -1)) {
                check(text.strip(), owner, type);
            }
        }
    }

    private void check(final String text, final String owner, final Class<?> type) {
        final int slash = text.indexOf('/');
        if (!text.equals(MediaType.MEDIA_TYPE_WILDCARD) && (slash < 1 || slash == text.length() - 1)) {
            final String known = SHORT_NAMES.get(text.toLowerCase(Locale.ROOT));
            findings.mistake(
                    type.getName(),
                    owner + " says '" + text + "', which is not a valid media type.",
                    known == null
                            ? "Write a type and a subtype, such as application/json."
                            : "Did you mean " + known + "?");
            return;
        }
        final String topLevel =
                slash < 0 ? text : text.substring(0, slash).strip().toLowerCase(Locale.ROOT);
        if (topLevel.equals("*") || topLevel.startsWith("x-") || TOP_LEVEL.contains(topLevel)) {
            return;
        }
        Suggestions.nearest(topLevel, TOP_LEVEL).stream()
                .findFirst()
                .ifPresent(near -> findings.warning(
                        type.getName(),
                        owner + " says '" + text + "', and no media type is known that begins with '" + topLevel + "'.",
                        "Did you mean " + near + text.substring(slash) + "?"));
    }
}
