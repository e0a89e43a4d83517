package org.jzenith.http.file;

import java.util.Locale;
import java.util.Map;
import org.jzenith.http.internal.vertx.VertxHttp;

/** The media types of files, by the extensions of their names. */
final class MediaTypes {

    private static final String UNKNOWN = "application/octet-stream";

    /** Media types that Vert.x's table does not have, or has with an outdated name. */
    private static final Map<String, String> NEWER = Map.ofEntries(
            Map.entry("avif", "image/avif"),
            Map.entry("cjs", "text/javascript"),
            Map.entry("csv", "text/csv"),
            Map.entry("gz", "application/gzip"),
            Map.entry("ico", "image/vnd.microsoft.icon"),
            Map.entry("jsonld", "application/ld+json"),
            Map.entry("jxl", "image/jxl"),
            Map.entry("map", "application/json"),
            Map.entry("md", "text/markdown"),
            Map.entry("ndjson", "application/x-ndjson"),
            Map.entry("otf", "font/otf"),
            Map.entry("ttf", "font/ttf"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("woff", "font/woff"),
            Map.entry("xhtml", "application/xhtml+xml"),
            Map.entry("zst", "application/zstd"));

    private MediaTypes() {}

    /** Adds the charset UTF-8 to the types of text. */
    static String of(final String name) {
        final int dot = name.lastIndexOf('.');
        final String extension = dot < 0 || dot < name.lastIndexOf('/')
                ? ""
                : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        final String newer = NEWER.get(extension);
        final String known = newer == null ? VertxHttp.mediaType(extension) : newer;
        if (known == null) {
            return UNKNOWN;
        }
        return known.startsWith("text/") ? known + ";charset=utf-8" : known;
    }
}
