package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.netty.buffer.Unpooled;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.RowSet;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The server of one event loop. */
final class EndpointsVerticle extends AbstractVerticle implements Handler<HttpServerRequest> {

    private static final Logger LOGGER = System.getLogger(EndpointsVerticle.class.getName());

    private static final String GREETING = "Hello, World!";
    private static final Buffer PLAINTEXT = BufferImpl.buffer(Unpooled.unreleasableBuffer(
                    Unpooled.directBuffer().writeBytes(GREETING.getBytes(StandardCharsets.US_ASCII)))
            .asReadOnly());
    private static final CharSequence PLAINTEXT_LENGTH = HttpHeaders.createOptimized(String.valueOf(GREETING.length()));
    private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=UTF-8");
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence HTML = HttpHeaders.createOptimized("text/html;charset=utf-8");
    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");
    private static final CharSequence SERVER = HttpHeaders.createOptimized("jZenith");

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final ObjectWriter MESSAGE_WRITER = MAPPER.writerFor(Message.class);
    private static final ObjectWriter WORLD_WRITER = MAPPER.writerFor(World.class);
    private static final ObjectWriter WORLDS_WRITER = MAPPER.writerFor(World[].class);
    private static final ObjectWriter USER_WRITER = MAPPER.writerFor(User.class);
    private static final ObjectWriter PROBLEM_WRITER = MAPPER.writerFor(Problem.class);

    private static final String USER_PATH = "/users/";
    private static final int ROWS = 10_000;

    private final Settings settings;
    private final Feature features;
    private Database[] databases = {};
    private World[] cache = {};
    private int turn;
    private CharSequence date = "";

    EndpointsVerticle(final Settings settings, final Feature features) {
        this.settings = settings;
        this.features = features;
    }

    @Override
    public void start(final Promise<Void> started) {
        date = ResponseDate.now();
        vertx.setPeriodic(1000, id -> date = ResponseDate.now());
        Future.join(Stream.generate(() -> Database.connect(vertx, settings))
                        .limit(settings.connections())
                        .toList())
                .compose(all -> {
                    databases = all.<Database>list().toArray(Database[]::new);
                    return databases[0].allWorlds();
                })
                .compose(worlds -> {
                    cache = worlds;
                    return vertx.createHttpServer(ServerOptions.create())
                            .requestHandler(this)
                            .listen(settings.port());
                })
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
            case "/plaintext" -> plaintext(request.response());
            case "/json" -> json(request.response(), MESSAGE_WRITER, new Message(GREETING));
            case "/db" -> db(request.response());
            case "/queries" -> new Worlds(request, false).select();
            case "/updates" -> new Worlds(request, true).select();
            case "/cached-queries" -> cachedQueries(request);
            case "/fortunes" -> fortunes(request.response());
            default -> {
                if (path.startsWith(USER_PATH)) {
                    user(request.response(), path);
                } else {
                    notFound(request.response(), "There is nothing at this path.", path);
                }
            }
        }
    }

    private void plaintext(final HttpServerResponse response) {
        headers(response, TEXT).set(HttpHeaders.CONTENT_LENGTH, PLAINTEXT_LENGTH);
        response.end(PLAINTEXT, null);
    }

    private void db(final HttpServerResponse response) {
        database().world(random(), result -> {
            if (result.succeeded()) {
                final World world = Database.world(result.result().iterator().next());
                json(response, WORLD_WRITER, world);
            } else {
                fail(response, result.cause());
            }
        });
    }

    private void cachedQueries(final HttpServerRequest request) {
        final World[] worlds = new World[QueryString.count(request.query(), "count=")];
        for (int i = 0; i < worlds.length; i++) {
            worlds[i] = cache[random() - 1];
        }
        json(request.response(), WORLDS_WRITER, worlds);
    }

    private void fortunes(final HttpServerResponse response) {
        database().fortunes(result -> {
            if (result.succeeded()) {
                headers(response, HTML);
                response.end(FortunePage.of(result.result()), null);
            } else {
                fail(response, result.cause());
            }
        });
    }

    private void user(final HttpServerResponse response, final String path) {
        final UUID id = uuid(path);
        if (id == null) {
            final String text = path.substring(USER_PATH.length());
            notFound(response, "The path parameter 'id' is '" + text + "', but must be a UUID.", path);
            return;
        }
        database().user(id, result -> {
            if (result.failed()) {
                fail(response, result.cause());
                return;
            }
            final RowIterator<Row> rows = result.result().iterator();
            if (rows.hasNext()) {
                final Row row = rows.next();
                json(response, USER_WRITER, new User(row.getUUID(0), row.getString(1), row.getString(2)));
            } else {
                notFound(response, "There is no user " + id + ".", path);
            }
        });
    }

    private static @Nullable UUID uuid(final String path) {
        try {
            return UUID.fromString(path.substring(USER_PATH.length()));
        } catch (final IllegalArgumentException e) {
            return null;
        }
    }

    private void json(final HttpServerResponse response, final ObjectWriter writer, final Object body) {
        headers(response, JSON);
        end(response, writer, body);
    }

    private void notFound(final HttpServerResponse response, final String detail, final String path) {
        response.setStatusCode(404);
        headers(response, PROBLEM);
        end(response, PROBLEM_WRITER, Problem.notFound(detail, path));
    }

    private static void fail(final HttpServerResponse response, final Throwable error) {
        LOGGER.log(Level.ERROR, "A request failed.", error);
        response.setStatusCode(500).end(Buffer.buffer(), null);
    }

    private static void end(final HttpServerResponse response, final ObjectWriter writer, final Object body) {
        try {
            response.end(BufferImpl.buffer(Unpooled.wrappedBuffer(writer.writeValueAsBytes(body))), null);
        } catch (final JsonProcessingException e) {
            fail(response, e);
        }
    }

    private MultiMap headers(final HttpServerResponse response, final CharSequence type) {
        return response.headers()
                .add(HttpHeaders.CONTENT_TYPE, type)
                .add(HttpHeaders.SERVER, SERVER)
                .add(HttpHeaders.DATE, date);
    }

    private Database database() {
        if (databases.length == 1) {
            return databases[0];
        }
        turn = turn + 1 == databases.length ? 0 : turn + 1;
        return databases[turn];
    }

    private static int random() {
        return 1 + ThreadLocalRandom.current().nextInt(ROWS);
    }

    /** Several rows, and what becomes of them. Answers on one connection come in the order of the questions. */
    private final class Worlds implements Handler<AsyncResult<RowSet<Row>>> {

        private final HttpServerResponse response;
        private final Database database = database();
        private final boolean update;
        private final World[] worlds;
        private int arrived;
        private boolean failed;

        Worlds(final HttpServerRequest request, final boolean update) {
            this.response = request.response();
            this.update = update;
            this.worlds = new World[QueryString.count(request.query(), "queries=")];
        }

        void select() {
            final int[] ids = new int[worlds.length];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = random();
            }
            database.worlds(ids, this);
        }

        @Override
        public void handle(final AsyncResult<RowSet<Row>> result) {
            if (failed) {
                return;
            }
            if (result.failed()) {
                failed = true;
                fail(response, result.cause());
                return;
            }
            worlds[arrived++] = Database.world(result.result().iterator().next());
            if (arrived == worlds.length) {
                complete();
            }
        }

        private void complete() {
            if (update) {
                update();
            } else {
                json(response, WORLDS_WRITER, worlds);
            }
        }

        /** Updates the worlds in the order of their ids, so that two updates never wait for each other in a circle. */
        private void update() {
            for (int i = 0; i < worlds.length; i++) {
                worlds[i] = new World(worlds[i].id(), random());
            }
            Arrays.sort(worlds, Comparator.comparingInt(World::id));
            database.update(worlds, result -> {
                if (result.succeeded()) {
                    json(response, WORLDS_WRITER, worlds);
                } else {
                    fail(response, result.cause());
                }
            });
        }
    }
}
