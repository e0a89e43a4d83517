package org.jzenith.http.internal.response;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The headers of a part of a multipart form (RFC 7578). */
public final class FormPartHead {

    private static final String DISPOSITION = "Content-Disposition";
    private static final String TYPE = "Content-Type";
    private static final String LINE_END = "\r\n";

    private FormPartHead() {}

    /**
     * Writes the headers of a part. A Content-Disposition of the part's own replaces that of its name.
     *
     * @param name of the part
     * @param fileName of the part, if it has one
     * @param headers of the part; its Content-Type is not among them
     * @param type the media type of the part
     * @return lines, without the empty one at the end
     */
    public static String of(
            final String name,
            final Optional<String> fileName,
            final Map<String, List<String>> headers,
            final String type) {
        final StringBuilder others = new StringBuilder();
        boolean hasDisposition = false;
        for (final Map.Entry<String, List<String>> header : headers.entrySet()) {
            hasDisposition |= header.getKey().equalsIgnoreCase(DISPOSITION);
            if (!header.getKey().equalsIgnoreCase(TYPE)) {
                header.getValue().forEach(value -> append(header.getKey(), value, others));
            }
        }
        final StringBuilder head = new StringBuilder();
        if (!hasDisposition) {
            append(
                    DISPOSITION,
                    "form-data" + parameter("name", name)
                            + fileName.map(file -> parameter("filename", file)).orElse(""),
                    head);
        }
        head.append(others);
        append(TYPE, type, head);
        return head.toString();
    }

    /** Escapes as browsers do (WHATWG HTML, 4.10.21.8). */
    private static String parameter(final String name, final String value) {
        return "; " + name + "=\""
                + value.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A") + "\"";
    }

    private static void append(final String name, final String value, final StringBuilder head) {
        head.append(name).append(": ").append(value).append(LINE_END);
    }
}
