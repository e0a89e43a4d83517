package org.jzenith.http.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
     * @param acceptEncoding the values of its header
     * @return the most wanted first
     */
    static List<FileCoding> acceptedBy(final List<String> acceptEncoding) {
        final Map<String, Double> weights = new HashMap<>();
        for (final String field : acceptEncoding) {
            for (final String each : field.split(",", -1)) {
                final String[] parts = each.split(";", 2);
                final String name = parts[0].strip().toLowerCase(Locale.ROOT);
                weights.put(name.equals("x-gzip") ? "gzip" : name, parts.length == 1 ? 1 : weight(parts[1]));
            }
        }
        final double others = weights.getOrDefault("*", 0.0);
        final double identity = weights.getOrDefault("identity", 0.0);
        final List<FileCoding> accepted = new ArrayList<>();
        for (final FileCoding each : ALL) {
            final double weight = weights.getOrDefault(each.token, others);
            if (weight > 0 && weight >= identity) {
                accepted.add(each);
            }
        }
        accepted.sort(Comparator.comparingDouble((FileCoding each) -> weights.getOrDefault(each.token, others))
                .reversed());
        return accepted;
    }

    private static double weight(final String parameter) {
        final String text = parameter.strip().toLowerCase(Locale.ROOT);
        if (!text.startsWith("q=")) {
            return 1;
        }
        try {
            return Double.parseDouble(text.substring(2));
        } catch (final NumberFormatException e) {
            return 0;
        }
    }
}
