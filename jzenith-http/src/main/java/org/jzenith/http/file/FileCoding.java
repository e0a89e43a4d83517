package org.jzenith.http.file;

import java.util.Comparator;
import java.util.List;
import org.jzenith.http.internal.request.AcceptEncoding;

/** The codings in which files may lie beside the file itself (RFC 9110, 8.4.1), the best first. */
enum FileCoding {
    BROTLI("br", ".br"),
    ZSTANDARD("zstd", ".zst"),
    GZIP("gzip", ".gz");

    static final List<FileCoding> ALL = List.of(values());

    private final String token;
    private final String extension;

    FileCoding(final String token, final String extension) {
        this.token = token;
        this.extension = extension;
    }

    String token() {
        return token;
    }

    String extension() {
        return extension;
    }

    /**
     * The codings that a client takes rather than no coding.
     *
     * @param fields the fields of its {@code Accept-Encoding} header
     * @return the most wanted first
     */
    static List<FileCoding> acceptedBy(final List<String> fields) {
        final AcceptEncoding client = new AcceptEncoding(fields);
        return ALL.stream()
                .filter(each -> client.preference(each.token) > 0)
                .sorted(Comparator.comparingInt((FileCoding each) -> client.preference(each.token))
                        .reversed())
                .toList();
    }
}
