package org.jzenith.http.file;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.internal.configuration.StaticFilesConfiguration;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.write.ResponseHead;

/** Serves static files below one path. Safe for use by many threads. */
final class StaticSite implements RequestHandler {

    static final String INDEX = "index.html";

    private static final String METHODS = "GET, HEAD, OPTIONS";
    private static final String FOR_EVER = "public, max-age=31536000, immutable";

    private final String from;
    private final @Nullable String fallback;
    private final List<PathMatcher> immutable;
    private volatile @Nullable StaticSource source;
    private volatile String cacheControl = "no-cache";

    /** The result of looking up a path. */
    private record Found(@Nullable StaticFile file, String name, boolean moved, boolean fallback) implements Closeable {

        static final Found NOTHING = new Found(null, "", false, false);

        /** Closes the file if the request has ended before it could be sent. */
        @Override
        public void close() {
            if (file != null) {
                file.content().close();
            }
        }
    }

    /**
     * @param from the location of the files, unless a setting overrides it
     * @param fallback the file for paths without a file; null if there is none
     * @param immutable patterns of names whose content never changes
     */
    StaticSite(final String from, final @Nullable String fallback, final List<String> immutable) {
        this.from = from;
        this.fallback = fallback;
        this.immutable = immutable.stream()
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .toList();
    }

    /** Finds the files, or throws an exception that explains the problem. Blocks. */
    void open(final StaticFilesConfiguration settings, final Configuration configuration) {
        final StaticLocation location = settings.source()
                .map(text -> new StaticLocation(
                        text,
                        configuration.origin("static-files.source").orElse(configuration.key("static-files.source"))))
                .orElseGet(() -> new StaticLocation(from, "StaticFiles.at(..)"));
        final StaticSource opened = location.open(settings.maxInMemory());
        if (fallback != null && !opened.has(fallback)) {
            throw location.problem(
                    "The static files in '" + location.text() + "' have no file '" + fallback
                            + "', the fallback for paths without a file.",
                    "Add the file, or pass another one to withFallback(..).",
                    null);
        }
        cacheControl = settings.cacheControl();
        source = opened;
    }

    @Override
    public Task task(final Exchange exchange) {
        return () -> begin(exchange);
    }

    private void begin(final Exchange exchange) {
        final StaticSource files = source;
        final StaticPath path = StaticPath.of(exchange.request().relativePath());
        if (files == null || path == null) {
            notFound(exchange, Map.of());
            return;
        }
        final List<FileCoding> accepted =
                FileCoding.acceptedBy(exchange.request().headers().getAll("Accept-Encoding"));
        final boolean front = fallback != null && !path.hasExtension() && isRead(exchange);
        final boolean page = front && wantsPage(exchange);
        if (files.blocks()) {
            exchange.workers()
                    .runForFile(() -> find(files, path, accepted, page))
                    .whenComplete((found, error) -> {
                        if (error == null) {
                            respond(exchange, found, front);
                        } else {
                            exchange.fail(error);
                        }
                    });
            return;
        }
        try {
            respond(exchange, find(files, path, accepted, page), front);
        } catch (final IOException e) {
            exchange.fail(e);
        }
    }

    private Found find(
            final StaticSource files, final StaticPath path, final List<FileCoding> accepted, final boolean page)
            throws IOException {
        if (path.folder()) {
            final String index = path.file(INDEX).name();
            final StaticFile file = files.open(index, accepted);
            if (file != null) {
                return new Found(file, index, false, false);
            }
        } else {
            final StaticFile file = path.segments().isEmpty() ? null : files.open(path.name(), accepted);
            if (file != null) {
                return new Found(file, path.name(), false, false);
            }
            if (files.has(path.file(INDEX).name())) {
                return new Found(null, "", true, false);
            }
        }
        final String last = fallback;
        final StaticFile file = page && last != null ? files.open(last, accepted) : null;
        return file == null || last == null ? Found.NOTHING : new Found(file, last, false, true);
    }

    private static boolean isRead(final Exchange exchange) {
        return exchange.request().method().equals(HttpMethod.GET)
                || exchange.request().method().equals(HttpMethod.HEAD);
    }

    /** Browsers accept {@code text/html} when they open a page, but not when a page loads scripts or data. */
    private static boolean wantsPage(final Exchange exchange) {
        return HeaderList.accepts(exchange.request().headers(), HttpHeaders.ACCEPT, "text/html");
    }

    /** @param front true if a browser opens a page, so that it can get the fallback */
    private void respond(final Exchange exchange, final Found found, final boolean front) {
        final StaticFile file = found.file();
        if (file == null && !found.moved()) {
            notFound(exchange, front ? Map.of("Vary", "Accept") : Map.of());
        } else if (!isRead(exchange)) {
            found.close();
            final ResponseHead head = ResponseHead.of(
                    exchange.request().method().equals(HttpMethod.OPTIONS) ? 204 : 405, Map.of("Allow", METHODS));
            if (head.status() == 204) {
                exchange.response().send(head, Buffer.buffer());
            } else {
                exchange.response().sendProblem(head, "Static files support only GET and HEAD.");
            }
        } else if (file == null) {
            final String query = exchange.request()
                    .pathAndQuery()
                    .substring(exchange.request().path().length());
            exchange.response()
                    .send(
                            ResponseHead.of(
                                    301,
                                    Map.of(
                                            "Location",
                                            exchange.request().path() + "/" + query,
                                            "Cache-Control",
                                            cacheControl)),
                            Buffer.buffer());
        } else {
            FileResponse.send(exchange, head(found, file), file.content(), found.name());
        }
    }

    private static void notFound(final Exchange exchange, final Map<String, String> headers) {
        if (!exchange.tryRefuseUnknownPath()) {
            exchange.response().sendProblem(ResponseHead.of(404, headers), "There is nothing at this path.");
        }
    }

    private ResponseHead head(final Found found, final StaticFile file) {
        final Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ETag", file.tag());
        headers.put("Cache-Control", !found.fallback() && isImmutable(found.name()) ? FOR_EVER : cacheControl);
        if (file.coding() != null) {
            headers.put("Content-Encoding", file.coding().token());
        }
        final String varies = (file.varies() ? "Accept-Encoding" : "")
                + (file.varies() && found.fallback() ? ", " : "")
                + (found.fallback() ? "Accept" : "");
        if (!varies.isEmpty()) {
            headers.put("Vary", varies);
        }
        return ResponseHead.of(200, headers);
    }

    private boolean isImmutable(final String name) {
        return immutable.stream().anyMatch(each -> each.matches(Path.of(name)));
    }
}
