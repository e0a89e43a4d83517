package org.jzenith.observability.internal.admin;

import com.google.inject.Provider;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.observability.internal.profile.Profiler;

/** Serves the page, its files and its data. Slow parts are computed on a thread of {@link AdminData}, not on the event loop. */
final class AdminHandler implements RequestHandler {

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int REDIRECT = 307;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;
    private static final String JSON = "application/json";
    private static final String HTML = "text/html; charset=utf-8";

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The flame graph has its script inside; in a sandbox it can reach nothing. */
    private static final String SANDBOX = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline';"
            + " style-src 'unsafe-inline'; frame-ancestors 'none'";

    private static final Map<String, String> FILES = Map.of(
            "/", HTML,
            "/page.css", "text/css; charset=utf-8",
            "/charts.js", "text/javascript; charset=utf-8",
            "/page.js", "text/javascript; charset=utf-8");

    private final String path;
    private final Provider<AdminData> data;
    private final Map<String, Buffer> files = new ConcurrentHashMap<>();

    /** The parts of the page that are asked for, by their path. */
    private final Map<String, Callable<JsonObject>> parts;

    AdminHandler(final String path, final Provider<AdminData> data) {
        this.path = path;
        this.data = data;
        this.parts = Map.of(
                "/data", () -> data.get().live(),
                "/about", () -> data.get().about(),
                "/threads", JvmReports::threads);
    }

    @Override
    public Task task(final Exchange exchange) {
        final String asked = exchange.request().relativePath();
        return asked.equals(TableTask.PATH) || asked.startsWith(TableTask.PATH + "/")
                ? new TableTask(exchange, data.get().tables())
                : new AdminTask(exchange);
    }

    /** The response to one request. */
    private final class AdminTask implements Task {

        private final Exchange exchange;
        private @Nullable LiveViewer viewer;

        /** Set on the event loop when the client has its response or has left. */
        private volatile boolean finished;

        AdminTask(final Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void run() {
            final String asked = exchange.request().relativePath();
            final String method = exchange.request().method().name();
            final boolean isRead = method.equals("GET") || method.equals("HEAD");
            if (method.equals("POST") && asked.equals("/heap")) {
                sendJson(JvmReports::heap);
            } else if (method.equals("POST") && asked.equals("/profile")) {
                startProfile();
            } else if (asked.equals("/heap") || !isRead) {
                final String allowed = asked.equals("/heap") ? "POST" : "GET, HEAD";
                exchange.response()
                        .sendProblem(
                                ResponseHead.of(
                                        NOT_ALLOWED,
                                        Map.of("Allow", asked.equals("/profile") ? "GET, HEAD, POST" : allowed)),
                                null);
            } else {
                read(asked);
            }
        }

        private void read(final String asked) {
            final String type = FILES.get(asked);
            final Callable<JsonObject> part = parts.get(asked);
            if (type != null) {
                send(type, POLICY, files.computeIfAbsent(asked, AdminHandler::file));
            } else if (part != null) {
                sendJson(part);
            } else {
                switch (asked) {
                    // Relative, because a proxy may have removed a prefix.
                    case "" ->
                        exchange.response()
                                .send(
                                        ResponseHead.of(
                                                REDIRECT,
                                                Map.of("Location", path.substring(path.lastIndexOf('/') + 1) + "/")),
                                        Buffer.buffer());
                    case "/live" -> view();
                    case "/profile" -> sendProfile(Profiler::flameGraph, HTML);
                    case "/profile.jfr" -> sendProfile(Profiler::recording, "application/octet-stream");
                    default -> exchange.response().sendProblem(NOT_FOUND, null);
                }
            }
        }

        private void view() {
            final LiveViewer added = new LiveViewer(exchange);
            if (data.get().viewers().add(added)) {
                viewer = added;
            } else {
                exchange.response().sendProblem(UNAVAILABLE, "Too many operators have this page open.");
            }
        }

        private void startProfile() {
            final int seconds;
            try {
                final List<String> given = new QueryStringDecoder(
                                exchange.request().pathAndQuery())
                        .parameters()
                        .getOrDefault("seconds", List.of("30"));
                seconds = Integer.parseInt(given.get(0));
            } catch (final NumberFormatException e) {
                exchange.response().sendProblem(BAD_REQUEST, "The parameter 'seconds' is not a number.");
                return;
            }
            if (seconds < 1 || seconds > Profiler.MOST_SECONDS) {
                exchange.response()
                        .sendProblem(BAD_REQUEST, "A profile takes from 1 to " + Profiler.MOST_SECONDS + " seconds.");
            } else {
                compute(
                        () -> data.get().startProfile(seconds)
                                ? new JsonObject().put("seconds", seconds).toBuffer()
                                : Buffer.buffer(),
                        started -> {
                            if (started.length() == 0) {
                                exchange.response().sendProblem(CONFLICT, "Another profile is being recorded.");
                            } else {
                                exchange.response().send(ResponseHead.of(ACCEPTED, headers(JSON, POLICY)), started);
                            }
                        });
            }
        }

        private void sendProfile(final ProfileFile file, final String type) {
            compute(
                    () -> {
                        final byte[] content = file.read(data.get().profiler());
                        return content == null ? Buffer.buffer() : Buffer.buffer(content);
                    },
                    content -> {
                        if (content.length() == 0) {
                            exchange.response().sendProblem(NOT_FOUND, "No profile is ready. Start one with POST.");
                        } else {
                            send(type, SANDBOX, content);
                        }
                    });
        }

        private void sendJson(final Callable<JsonObject> part) {
            compute(() -> part.call().toBuffer(), content -> send(JSON, POLICY, content));
        }

        private void compute(final Callable<Buffer> work, final Consumer<Buffer> answer) {
            data.get().execute(() -> {
                if (finished) {
                    return;
                }
                try {
                    final Buffer content = work.call();
                    exchange.execute(() -> answer.accept(content));
                } catch (final Exception e) {
                    exchange.execute(() -> exchange.fail(e));
                }
            });
        }

        private void send(final String type, final String policy, final Buffer content) {
            exchange.response().send(ResponseHead.of(OK, headers(type, policy)), content.slice());
        }

        @Override
        public void stopping() {
            if (viewer != null) {
                exchange.response().sendLastPiece(Buffer.buffer());
            }
        }

        @Override
        public void finished(final RequestContext context) {
            finished = true;
            if (viewer != null) {
                data.get().viewers().remove(viewer);
            }
        }
    }

    /** Reads a file of the last profile; null if there is none. */
    @FunctionalInterface
    private interface ProfileFile {

        byte @Nullable [] read(Profiler profiler) throws IOException;
    }

    static Map<String, String> headers(final String type, final String policy) {
        final Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", type);
        headers.put("Content-Security-Policy", policy);
        headers.put("Cache-Control", "no-store");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        return headers;
    }

    static Map<String, String> headersOfJson() {
        return headers(JSON, POLICY);
    }

    static Map<String, String> headersOfEvents() {
        return headers("text/event-stream", POLICY);
    }

    private static Buffer file(final String asked) {
        final String name = asked.equals("/") ? "page.html" : asked.substring(1);
        try (InputStream file = AdminHandler.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("There is no " + name + " on the class path.");
            }
            return Buffer.buffer(file.readAllBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
