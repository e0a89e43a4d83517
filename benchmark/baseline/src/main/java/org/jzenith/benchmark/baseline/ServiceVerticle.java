package org.jzenith.benchmark.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.netty.buffer.Unpooled;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.URIDecoder;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The service's answers of one event loop: a switch on the path, and every check written out. */
final class ServiceVerticle extends AbstractVerticle implements Handler<HttpServerRequest> {

    private static final Logger LOGGER = System.getLogger(ServiceVerticle.class.getName());

    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");
    private static final CharSequence LANGUAGE_AND_ORIGIN = HttpHeaders.createOptimized("Accept-Language, Origin");
    private static final CharSequence SERVER = HttpHeaders.createOptimized("service");
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
    private static final CharSequence CONTENT_TYPE_OPTIONS = HttpHeaders.createOptimized("X-Content-Type-Options");
    private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
    private static final CharSequence FRAME_OPTIONS = HttpHeaders.createOptimized("X-Frame-Options");
    private static final CharSequence DENY = HttpHeaders.createOptimized("DENY");
    private static final CharSequence EVENT_STREAM = HttpHeaders.createOptimized("text/event-stream;charset=UTF-8");
    private static final CharSequence ACCEL_BUFFERING = HttpHeaders.createOptimized("X-Accel-Buffering");
    private static final CharSequence NO = HttpHeaders.createOptimized("no");

    /** An {@code ObjectMapper} with the settings of jZenith's that matter here. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private static final ObjectWriter MESSAGE_WRITER = MAPPER.writerFor(Message.class);
    private static final ObjectWriter PARAMETERS_WRITER = MAPPER.writerFor(Parameters.class);
    private static final ObjectWriter PROBLEM_WRITER = MAPPER.writerFor(Problem.class);
    private static final ObjectWriter ORDER_WRITER = MAPPER.writerFor(Order.class);
    private static final ObjectWriter STORED_ORDER_WRITER = MAPPER.writerFor(StoredOrder.class);
    private static final ObjectWriter ITEM_WRITER = MAPPER.writerFor(Item.class);
    private static final ObjectWriter ITEMS_WRITER = MAPPER.writerFor(Item[].class);
    private static final ObjectReader ORDER_READER = MAPPER.readerFor(Order.class);

    private static final List<String> REFUSED =
            IntStream.range(0, 20).mapToObj(i -> "X-Refused-" + i).toList();
    private static final int SEGMENTS = 8;
    private static final Buffer NOTHING = Buffer.buffer();
    private static final int MOST_ITEMS = 1000;
    private static final int MOST_BYTES = 10 * 1024 * 1024;
    private static final Item[] ITEMS = IntStream.rangeClosed(1, MOST_ITEMS)
            .mapToObj(id -> new Item(id, "item " + id))
            .toArray(Item[]::new);
    private static final Parameters FIXED =
            new Parameters("/parameters/42", 42, "acme", "f3c1a2", List.of("red", "green"), 3, 20);

    private final Settings settings;
    private final int streams;
    private final Feature features;
    private final Set<String> templated = new HashSet<>();
    private final Set<String> literal = new HashSet<>();
    private CharSequence date = "";
    private final EventBroadcast events;
    private final @Nullable Observation observation;
    private @Nullable ItemRows rows;
    private @Nullable ItemRows fewRows;
    private @Nullable Orders orders;
    private EventBroadcast.@Nullable Listeners listeners;

    /** Creates the verticle with this number of connections for row streams. */
    ServiceVerticle(
            final Settings settings,
            final int streams,
            final Feature features,
            final EventBroadcast events,
            final @Nullable Observation observation) {
        this.features = features;
        this.observation = observation;
        this.events = events;
        this.settings = settings;
        this.streams = streams;
        for (int i = 0; i < settings.routes(); i++) {
            final String name = i == settings.routes() - 1 ? "last" : String.valueOf(i);
            templated.add("templated-" + name);
            literal.add("/literal-" + name);
        }
    }

    @Override
    public void start(final Promise<Void> started) {
        date = ResponseDate.now();
        vertx.setPeriodic(1000, id -> date = ResponseDate.now());
        listeners = events.ofThisEventLoop(vertx);
        rows = new ItemRows(vertx, settings, streams, "SELECT id, name FROM item ORDER BY id");
        fewRows = new ItemRows(vertx, settings, streams, "SELECT id, name FROM item ORDER BY id LIMIT 20");
        (settings.isSum() ? Orders.connect(vertx, settings) : Future.<@Nullable Orders>succeededFuture())
                .compose(connected -> {
                    orders = connected;
                    return vertx.createHttpServer(ServerOptions.create())
                            .requestHandler(this)
                            .listen(settings.port());
                })
                .<Void>mapEmpty()
                .onComplete(started);
    }

    @Override
    public void handle(final HttpServerRequest request) {
        request.response().headers().add(HttpHeaders.SERVER, SERVER).add(HttpHeaders.DATE, date);
        final Exchange exchange = new Exchange(request);
        if (!features.apply(exchange)) {
            return;
        }
        final String path = request.path();
        final HttpMethod method = request.method();
        if (method.equals(HttpMethod.GET)) {
            get(request, path);
        } else if (method.equals(HttpMethod.POST)) {
            post(exchange, path);
        } else {
            problem(request, Problem.of(405, "Method Not Allowed", "This method is not answered.", path));
        }
    }

    private void get(final HttpServerRequest request, final String path) {
        switch (path) {
            case "/json",
                    "/returned/single",
                    "/returned/response",
                    "/returned/single-response",
                    "/returned/stage",
                    "/returned/future" -> greet(request);
            case "/filtered" -> filtered(request);
            case "/filtered-20" -> filteredOften(request);
            case "/no-parameters/42" -> json(request, PARAMETERS_WRITER, FIXED);
            case "/blocking" -> blocking(request);
            case "/errors/mapped" ->
                problem(request, Problem.of(409, "Conflict", "This article is out of stock.", path));
            case "/errors/parameter" -> number(request, path);
            case "/rows" -> rows(request, rows);
            case "/rows/20" -> rows(request, fewRows);
            case "/events" -> listen(request);
            default -> withSegments(request, path);
        }
    }

    private void withSegments(final HttpServerRequest request, final String path) {
        final int slash = path.indexOf('/', 1);
        if (slash < 0) {
            if (literal.contains(path)) {
                greet(request);
            } else {
                nothing(request, path);
            }
            return;
        }
        final String first = path.substring(1, slash);
        final String rest = path.substring(slash + 1);
        switch (first) {
            case "parameters" -> parameters(request, path, rest);
            case "echo" -> echo(request, rest);
            case "segments" -> segments(request, path, rest);
            case "items" -> items(request, path, rest);
            default -> {
                if (templated.contains(first) && rest.indexOf('/') < 0) {
                    json(request, MESSAGE_WRITER, new Message(URIDecoder.decodeURIComponent(rest, false)));
                } else {
                    nothing(request, path);
                }
            }
        }
    }

    private void greet(final HttpServerRequest request) {
        json(request, MESSAGE_WRITER, new Message("Hello, World!"));
    }

    private void filtered(final HttpServerRequest request) {
        final HttpServerResponse response = request.response();
        response.headers()
                .add(HttpHeaders.CACHE_CONTROL, NO_STORE)
                .set(CONTENT_TYPE_OPTIONS, NO_SNIFF)
                .set(FRAME_OPTIONS, DENY);
        if ("2f0c9d1e".equals(request.headers().get("X-Api-Key"))) {
            greet(request);
        } else {
            response.setStatusCode(401).end(NOTHING, null);
        }
    }

    private void filteredOften(final HttpServerRequest request) {
        for (final String name : REFUSED) {
            if (request.headers().contains(name)) {
                request.response().setStatusCode(403).end(NOTHING, null);
                return;
            }
        }
        greet(request);
    }

    private void blocking(final HttpServerRequest request) {
        vertx.executeBlocking(() -> new Message("Hello, World!"), false)
                .onSuccess(message -> json(request, MESSAGE_WRITER, message))
                .onFailure(error -> fail(request, error));
    }

    private void number(final HttpServerRequest request, final String path) {
        final String text = request.headers().get("X-Number");
        try {
            final int number = text == null ? 0 : Integer.parseInt(text);
            json(request, MESSAGE_WRITER, new Message("The number is " + number + "."));
        } catch (final NumberFormatException e) {
            problem(request, Problem.of(400, "Bad Request", notWhole("header parameter 'X-Number'", text), path));
        }
    }

    private static String notWhole(final String parameter, final @Nullable String value) {
        return "The " + parameter + " is '" + value + "', but must be a whole number.";
    }

    private void rows(final HttpServerRequest request, final @Nullable ItemRows rows) {
        try {
            headers(request, JSON);
            Objects.requireNonNull(rows).stream(
                    request.response(), ItemText.array(ITEM_WRITER), error -> fail(request, error));
        } catch (final IOException e) {
            fail(request, e);
        }
    }

    private void listen(final HttpServerRequest request) {
        headers(request, EVENT_STREAM);
        request.response().headers().add(HttpHeaders.CACHE_CONTROL, NO_STORE).add(ACCEL_BUFFERING, NO);
        Objects.requireNonNull(listeners).add(request.response());
    }

    private void publish(final HttpServerRequest request, final String path) {
        final Integer count = number(request.params().get("count"), 1);
        if (count == null) {
            problem(
                    request,
                    Problem.notFound(
                            notWhole("query parameter 'count'", request.params().get("count")), path));
            return;
        }
        request.body(body -> {
            if (body.succeeded()) {
                events.send(body.result().toString(), count);
                request.response().setStatusCode(204).end(NOTHING, null);
            } else {
                fail(request, body.cause());
            }
        });
    }

    private void parameters(final HttpServerRequest request, final String path, final String rest) {
        final int id;
        try {
            id = Integer.parseInt(rest);
        } catch (final NumberFormatException e) {
            problem(request, Problem.notFound(notWhole("path parameter 'id'", rest), path));
            return;
        }
        final MultiMap query = request.params();
        final Cookie session = request.getCookie("session");
        final Integer page = number(query.get("page"), 0);
        final Integer size = number(query.get("size"), 50);
        if (page == null || size == null) {
            final String name = page == null ? "page" : "size";
            problem(request, Problem.notFound(notWhole("query parameter '" + name + "'", query.get(name)), path));
            return;
        }
        json(
                request,
                PARAMETERS_WRITER,
                new Parameters(
                        path,
                        id,
                        request.headers().get("X-Tenant"),
                        session == null ? null : session.getValue(),
                        query.getAll("tag"),
                        page,
                        size));
    }

    private static @Nullable Integer number(final @Nullable String text, final int otherwise) {
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (final NumberFormatException e) {
            return null;
        }
    }

    private void echo(final HttpServerRequest request, final String name) {
        json(
                request,
                MESSAGE_WRITER,
                new Message(URIDecoder.decodeURIComponent(name, false)
                        + ' '
                        + request.params().get("q")));
    }

    private void segments(final HttpServerRequest request, final String path, final String rest) {
        final String[] segments = rest.split("/", -1);
        if (segments.length != SEGMENTS) {
            nothing(request, path);
            return;
        }
        for (int i = 0; i < SEGMENTS; i++) {
            segments[i] = URIDecoder.decodeURIComponent(segments[i], false);
        }
        json(request, MESSAGE_WRITER, new Message(String.join(" ", segments)));
    }

    /** A stream and a list are the same answer. */
    private void items(final HttpServerRequest request, final String path, final String rest) {
        final int slash = rest.indexOf('/');
        final String kind = slash < 0 ? rest : rest.substring(0, slash);
        final Integer count = number(rest.substring(slash + 1), 0);
        if (count == null || count < 0 || count > MOST_ITEMS || !(kind.equals("list") || kind.equals("flowable"))) {
            nothing(request, path);
        } else {
            json(request, ITEMS_WRITER, Arrays.copyOf(ITEMS, count));
        }
    }

    private void post(final Exchange exchange, final String path) {
        final HttpServerRequest request = exchange.request();
        if (path.equals("/events")) {
            publish(request, path);
            return;
        }
        final boolean stored = path.equals("/orders/stored") && orders != null;
        final boolean validated = stored || path.equals("/orders/validated");
        if (!validated && !path.equals("/orders")) {
            nothing(request, path);
            return;
        }
        final String type = request.headers().get(HttpHeaders.CONTENT_TYPE);
        if (type == null || !type.startsWith("application/json")) {
            problem(request, Problem.of(415, "Unsupported Media Type", "The body must be JSON.", path));
            return;
        }
        final String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
        if (length != null && Long.parseLong(length) > MOST_BYTES) {
            problem(request, Problem.of(413, "Content Too Large", "The body is too large.", path));
            return;
        }
        request.body(body -> {
            if (body.succeeded()) {
                order(exchange, path, validated, stored, body.result());
            } else {
                fail(request, body.cause());
            }
        });
    }

    private void order(
            final Exchange exchange,
            final String path,
            final boolean validated,
            final boolean stored,
            final Buffer body) {
        final HttpServerRequest request = exchange.request();
        final Order order;
        try {
            order = ORDER_READER.readValue(body.getBytes());
        } catch (final IOException e) {
            problem(request, Problem.of(400, "Bad Request", "The JSON is malformed.", path));
            return;
        }
        if (!validated) {
            request.response().setStatusCode(204).end(NOTHING, null);
            return;
        }
        final List<Problem.Violation> violations = orders != null ? Constraints.violations(order) : order.violations();
        if (violations.isEmpty() && stored) {
            store(exchange, order);
        } else if (violations.isEmpty()) {
            json(request, ORDER_WRITER, order);
        } else {
            final MultiMap headers = headers(request, PROBLEM);
            headers.set(
                    HttpHeaders.VARY,
                    headers.contains(HttpHeaders.VARY) ? LANGUAGE_AND_ORIGIN : HttpHeaders.ACCEPT_LANGUAGE);
            request.response().setStatusCode(400);
            end(request, PROBLEM_WRITER, Problem.invalid(violations, path));
        }
    }

    private void store(final Exchange exchange, final Order order) {
        final HttpServerRequest request = exchange.request();
        final Handler<AsyncResult<RowSet<Row>>> stored = result -> {
            if (result.succeeded()) {
                json(
                        request,
                        STORED_ORDER_WRITER,
                        Orders.stored(result.result().iterator().next()));
            } else {
                fail(request, result.cause());
            }
        };
        Objects.requireNonNull(orders)
                .insert(order, observation == null ? stored : observation.insert(exchange, stored));
    }

    private void nothing(final HttpServerRequest request, final String path) {
        problem(request, Problem.notFound("There is nothing at this path.", path));
    }

    private void problem(final HttpServerRequest request, final Problem problem) {
        headers(request, PROBLEM);
        request.response().setStatusCode(problem.status());
        end(request, PROBLEM_WRITER, problem);
    }

    private void json(final HttpServerRequest request, final ObjectWriter writer, final Object body) {
        headers(request, JSON);
        end(request, writer, body);
    }

    private static MultiMap headers(final HttpServerRequest request, final CharSequence type) {
        return request.response().headers().add(HttpHeaders.CONTENT_TYPE, type);
    }

    private void end(final HttpServerRequest request, final ObjectWriter writer, final Object body) {
        try {
            request.response().end(BufferImpl.buffer(Unpooled.wrappedBuffer(writer.writeValueAsBytes(body))), null);
        } catch (final JsonProcessingException e) {
            fail(request, e);
        }
    }

    private static void fail(final HttpServerRequest request, final Throwable error) {
        LOGGER.log(Level.ERROR, "A request failed.", error);
        request.response().setStatusCode(500).end(NOTHING, null);
    }
}
