package org.jzenith.rest.internal.multipart;

import jakarta.ws.rs.core.AbstractMultivaluedMap;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.entity.ContentTypeText;
import org.jzenith.rest.internal.entity.ContentTypes;

/**
 * The headers of a part (RFC 7578, section 4).
 *
 * @param name the name of the field
 * @param fileName without a path; null if the part has none
 * @param mediaType the media type of the content
 * @param headers all, not to be changed
 * @param memory bytes that all of this takes, at most about
 */
record PartHead(
        String name,
        @Nullable String fileName,
        MediaType mediaType,
        MultivaluedMap<String, String> headers,
        int memory) {

    private static final String SEPARATORS = "()<>@,;:\\\"/[]?={} \t";
    private static final char DELETE = 0x7f;
    private static final int MAX_HEADERS = 32;
    private static final int MAX_PARAMETERS = 16;

    /** The memory of a part besides its headers and its content, in bytes. */
    private static final int OVERHEAD = 512;

    /** The memory of a header, or a parameter of the media type, besides its characters, in bytes. */
    private static final int OVERHEAD_OF_HEADER = 256;

    /** The bytes of a character when one is outside ISO-8859-1: two in the header and two in the name or file name. */
    private static final int BYTES_OF_CHARACTER = 4;

    /**
     * Reads the headers.
     *
     * @param bytes has them
     * @param from the first byte of the first line
     * @param to behind the last line, which ends with CRLF like the others
     * @param number the number of the part, from 1
     */
    static PartHead read(final byte[] bytes, final int from, final int to, final int number) {
        final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        final String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (!text.isEmpty()) {
            final String unfolded = text.replace("\r\n ", " ").replace("\r\n\t", " ");
            final String[] lines = unfolded.substring(0, unfolded.length() - 2).split("\r\n", MAX_HEADERS + 1);
            if (lines.length > MAX_HEADERS) {
                throw Refusal.tooLarge(
                        "headers", null, "Part " + number + " of the body has more than " + MAX_HEADERS + " headers.");
            }
            for (final String line : lines) {
                add(line, headers);
            }
        }
        final Disposition disposition = Disposition.read(one(headers, "Content-Disposition"));
        refuseTransferEncoding(one(headers, "Content-Transfer-Encoding"));
        final MediaType mediaType = mediaType(one(headers, "Content-Type"), number, disposition.name());
        headers.replaceAll((name, values) -> List.copyOf(values));
        return new PartHead(
                disposition.name(),
                disposition.fileName(),
                mediaType,
                new Headers(Collections.unmodifiableMap(headers)),
                OVERHEAD
                        + BYTES_OF_CHARACTER * (to - from)
                        + OVERHEAD_OF_HEADER
                                * (headers.size() + mediaType.getParameters().size()));
    }

    private static void add(final String line, final Map<String, List<String>> headers) {
        final int colon = line.indexOf(':');
        if (colon < 1 || !isToken(line.substring(0, colon)) || hasControl(line)) {
            throw Refusal.malformed("A part of the body has a malformed header.");
        }
        headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>(1))
                .add(line.substring(colon + 1).strip());
    }

    private static boolean isToken(final String name) {
        return name.chars().allMatch(c -> c > ' ' && c < DELETE && SEPARATORS.indexOf(c) < 0);
    }

    private static boolean hasControl(final String line) {
        return line.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t');
    }

    private static @Nullable String one(final Map<String, List<String>> headers, final String name) {
        final List<String> values = headers.get(name);
        if (values != null && values.size() > 1) {
            throw Refusal.malformed("A part of the body has more than one header " + name + ".");
        }
        return values == null ? null : values.get(0);
    }

    /** RFC 7578, 4.7: the content is as it is. */
    private static void refuseTransferEncoding(final @Nullable String encoding) {
        if (encoding != null
                && !encoding.equalsIgnoreCase("binary")
                && !encoding.equalsIgnoreCase("8bit")
                && !encoding.equalsIgnoreCase("7bit")) {
            throw Refusal.malformed("A part of the body has a Content-Transfer-Encoding, which is not supported. "
                    + "Send the content without encoding it.");
        }
    }

    private static MediaType mediaType(final @Nullable String text, final int number, final String name) {
        if (text == null || text.isEmpty()) {
            return MediaType.TEXT_PLAIN_TYPE;
        }
        if (text.chars().filter(c -> c == ';').count() > MAX_PARAMETERS) {
            throw Refusal.tooLarge(
                    "parameters",
                    null,
                    "The Content-Type of part " + number + " has more than " + MAX_PARAMETERS + " parameters.");
        }
        final MediaType type = ContentTypeText.isOne(text) ? parsed(text) : null;
        if (type == null) {
            throw Refusal.malformed("The part '" + ContentTypes.shown(name) + "' has a malformed Content-Type.");
        }
        final String repeated = ContentTypeText.repeatedParameter(text);
        if (repeated != null) {
            throw Refusal.malformed("The Content-Type of the part '" + ContentTypes.shown(name)
                    + "' has the parameter '" + ContentTypes.shown(repeated) + "' twice.");
        }
        return type;
    }

    private static @Nullable MediaType parsed(final String text) {
        try {
            return MediaType.valueOf(text);
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    private static final class Headers extends AbstractMultivaluedMap<String, String> {

        private static final long serialVersionUID = 1L;

        Headers(final Map<String, List<String>> all) {
            super(all);
        }
    }
}
