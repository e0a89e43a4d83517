package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.netty.buffer.Unpooled;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Large answers, large bodies and files, over HTTP/1.1 and HTTP/2, with TLS and without, on one event loop. */
final class TransportVerticle extends AbstractVerticle implements Handler<HttpServerRequest> {

    private static final Logger LOGGER = System.getLogger(TransportVerticle.class.getName());

    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence NDJSON = HttpHeaders.createOptimized("application/x-ndjson");
    private static final CharSequence BINARY = HttpHeaders.createOptimized("application/octet-stream");
    private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=UTF-8");
    private static final CharSequence SERVER = HttpHeaders.createOptimized("service");
    private static final CharSequence NO_CACHE = HttpHeaders.createOptimized("no-cache");
    private static final CharSequence BYTES = HttpHeaders.createOptimized("bytes");
    private static final CharSequence ACCEPT = HttpHeaders.createOptimized("accept");

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectWriter MESSAGE_WRITER = MAPPER.writerFor(Message.class);
    private static final ObjectWriter ITEM_WRITER = MAPPER.writerFor(Item.class);
    private static final Buffer NOTHING = Buffer.buffer();
    private static final int COUNT = 100_000;
    private static final Item[] ITEMS = IntStream.rangeClosed(1, COUNT)
            .mapToObj(id -> new Item(id, "item " + id))
            .toArray(Item[]::new);
    private static final String SELECT = "SELECT id, 'item ' || id FROM generate_series(1, " + COUNT + ") AS id";
    private static final long UNSETTLED_SECONDS = 2;
    private static final String FILES = "/files/";
    private static final OpenOptions NEW_FILE =
            new OpenOptions().setCreateNew(true).setRead(false);

    private final Settings settings;
    private final int streams;
    private final Feature features;
    private CharSequence date = "";
    private @Nullable ItemRows rows;

    /** Creates the verticle with this number of connections for row streams. */
    TransportVerticle(final Settings settings, final int streams, final Feature features) {
        this.features = features;
        this.settings = settings;
        this.streams = streams;
    }

    @Override
    public void start(final Promise<Void> started) {
        date = ResponseDate.now();
        vertx.setPeriodic(1000, id -> date = ResponseDate.now());
        rows = new ItemRows(vertx, settings, streams, SELECT);
        vertx.createHttpServer(ServerOptions.withHttp2())
                .requestHandler(this)
                .listen(settings.port())
                .compose(open -> vertx.createHttpServer(
                                ServerOptions.withTls(settings.keystore(), settings.keystorePassword()))
                        .requestHandler(this)
                        .listen(settings.tlsPort()))
                .<Void>mapEmpty()
                .onComplete(started);
    }

    @Override
    public void handle(final HttpServerRequest request) {
        if (!features.apply(new Exchange(request))) {
            return;
        }
        final String path = request.path();
        switch (path) {
            case "/json" -> json(request);
            case "/many/memory" -> many(request, false);
            case "/many/cursor" -> many(request, true);
            case "/uploads" -> upload(request);
            default -> {
                if (path.startsWith(FILES)) {
                    file(request, path.substring(FILES.length()));
                } else {
                    end(request, 404);
                }
            }
        }
    }

    private void json(final HttpServerRequest request) {
        try {
            headers(request, JSON);
            request.response()
                    .end(
                            BufferImpl.buffer(Unpooled.wrappedBuffer(
                                    MESSAGE_WRITER.writeValueAsBytes(new Message("Hello, World!")))),
                            null);
        } catch (final JsonProcessingException e) {
            fail(request, e);
        }
    }

    private void many(final HttpServerRequest request, final boolean cursor) {
        final boolean lines = "application/x-ndjson".equals(request.headers().get(ACCEPT));
        try {
            headers(request, lines ? NDJSON : JSON).add(HttpHeaders.VARY, ACCEPT);
            final ItemText text = lines ? ItemText.lines(ITEM_WRITER) : ItemText.array(ITEM_WRITER);
            if (cursor) {
                Objects.requireNonNull(rows).stream(request.response(), text, error -> fail(request, error));
            } else {
                new ItemsInMemory(request.response(), ITEMS, text, error -> fail(request, error)).start();
            }
        } catch (final IOException e) {
            fail(request, e);
        }
    }

    private void file(final HttpServerRequest request, final String name) {
        if (name.indexOf('/') >= 0 || name.startsWith(".")) {
            end(request, 404);
            return;
        }
        final Path file = Path.of(settings.folder(), name);
        final BasicFileAttributes found;
        try {
            found = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (final IOException e) {
            end(request, 404);
            return;
        }
        final Instant modified = found.lastModifiedTime().toInstant();
        final String tag = tag(modified, found.size());
        headers(request, name.endsWith(".txt") ? TEXT : BINARY)
                .add(HttpHeaders.CACHE_CONTROL, NO_CACHE)
                .add(HttpHeaders.ETAG, tag)
                .add(HttpHeaders.LAST_MODIFIED, ResponseDate.format(modified))
                .add(HttpHeaders.ACCEPT_RANGES, BYTES);
        if (tag.equals(request.headers().get(HttpHeaders.IF_NONE_MATCH))) {
            request.response().setStatusCode(304).end(NOTHING, null);
        } else {
            request.response()
                    .sendFile(file.toString(), 0, found.size())
                    .onFailure(error -> LOGGER.log(Level.DEBUG, "A file is not sent.", error));
        }
    }

    /** Weak while the file may change without another time. */
    private static String tag(final Instant modified, final long size) {
        final String opaque = '"'
                + Long.toHexString(modified.getEpochSecond())
                + '-'
                + Integer.toHexString(modified.getNano())
                + '-'
                + Long.toHexString(size)
                + '"';
        return modified.plusSeconds(UNSETTLED_SECONDS).isAfter(Instant.now()) ? "W/" + opaque : opaque;
    }

    private void upload(final HttpServerRequest request) {
        final String name = settings.folder() + '/' + UUID.randomUUID();
        request.pause();
        vertx.fileSystem()
                .open(name, NEW_FILE)
                .compose(file -> request.pipeTo(file))
                .compose(written -> vertx.fileSystem().delete(name))
                .onSuccess(deleted -> {
                    headers(request, JSON);
                    request.response().end(Buffer.buffer("{\"size\":" + request.bytesRead() + '}'), null);
                })
                .onFailure(error -> fail(request, error));
    }

    private void end(final HttpServerRequest request, final int status) {
        headers(request, TEXT);
        request.response().setStatusCode(status).end(NOTHING, null);
    }

    private MultiMap headers(final HttpServerRequest request, final CharSequence type) {
        return request.response()
                .headers()
                .add(HttpHeaders.SERVER, SERVER)
                .add(HttpHeaders.DATE, date)
                .add(HttpHeaders.CONTENT_TYPE, type);
    }

    private static void fail(final HttpServerRequest request, final Throwable error) {
        LOGGER.log(Level.ERROR, "A request failed.", error);
        final HttpServerResponse response = request.response();
        if (response.headWritten()) {
            response.reset();
        } else {
            response.setStatusCode(500).end(NOTHING, null);
        }
    }
}
