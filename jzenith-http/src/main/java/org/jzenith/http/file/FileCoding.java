package org.jzenith.http.file;

import java.util.Comparator;
import java.util.List;
import org.jzenith.http.internal.request.AcceptEncoding;

/** The codings of compressed files that can exist beside a file (RFC 9110, 8.4.1), the best first. */
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
     * Returns the codings that a client prefers to the uncompressed file.
     *
     * @param fields the fields of its {@code Accept-Encoding} header
     * @return the codings, preferred first
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
