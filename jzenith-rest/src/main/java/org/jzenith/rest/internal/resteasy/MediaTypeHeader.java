package org.jzenith.rest.internal.resteasy;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.RuntimeDelegate.HeaderDelegate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.HeaderList;

/**
 * Reads media types with white space around semicolons, with empty parameters and with quoted pairs (RFC 9110, 5.6.4 and 5.6.6),
 * which RESTEasy takes for parts of names and ends of strings. Immutable and safe for use by many threads.
 */
public final class MediaTypeHeader implements HeaderDelegate<MediaType> {

    private final HeaderDelegate<MediaType> resteasy;

    /**
     * Created once for the JVM.
     *
     * @param resteasy reads types without white space, and writes all
     */
    public MediaTypeHeader(final HeaderDelegate<MediaType> resteasy) {
        this.resteasy = resteasy;
    }

    @Override
    public MediaType fromString(final @Nullable String text) {
        if (text == null || text.indexOf('\\') < 0) {
            return resteasy.fromString(text == null ? null : HeaderList.normalized(text));
        }
        final List<String> parts = HeaderList.parts(text);
        final MediaType type = resteasy.fromString(parts.get(0));
        final Map<String, String> parameters = new HashMap<>();
        for (final String part : parts.subList(1, parts.size())) {
            final int equals = part.indexOf('=');
            parameters.put(
                    equals < 0 ? part : part.substring(0, equals).strip(),
                    equals < 0 ? "" : HeaderList.unquoted(part.substring(equals + 1)));
        }
        return new MediaType(type.getType(), type.getSubtype(), parameters);
    }

    @Override
    public String toString(final @Nullable MediaType type) {
        if (type == null
                || type.getParameters().isEmpty()
                || type.getParameters().values().stream().noneMatch(MediaTypeHeader::needsQuotedPair)) {
            return resteasy.toString(type);
        }
        final StringBuilder text =
                new StringBuilder(resteasy.toString(new MediaType(type.getType(), type.getSubtype())));
        type.getParameters()
                .forEach((name, value) -> text.append(';')
                        .append(name)
                        .append("=\"")
                        .append(value.replaceAll("[\"\\\\]", "\\\\$0"))
                        .append('"'));
        return text.toString();
    }

    private static boolean needsQuotedPair(final String value) {
        return value.indexOf('"') >= 0 || value.indexOf('\\') >= 0;
    }
}
