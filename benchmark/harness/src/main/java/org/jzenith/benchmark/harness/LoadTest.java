package org.jzenith.benchmark.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.SecretTokens;

/** A measured request, the number sent before the first response is awaited, and the target. */
@SuppressWarnings("ImmutableEnumChecker") // a request is a value, whose headers nobody changes
enum LoadTest {
    PLAINTEXT("/plaintext", 1, false, Aims.CONFIGURED),
    PLAINTEXT_PIPELINED("/plaintext", 16, false, 1.20),
    JSON("/json", 1, false, Aims.CONFIGURED),
    DB("/db", 1, true, Aims.CONFIGURED),
    DB_4096(4_096, "/db", 1, true, Double.NaN),
    QUERIES("/queries?queries=20", 1, true, Aims.CONFIGURED),
    QUERIES_500("/queries?queries=500", 1, true, Double.NaN),
    UPDATES("/updates?queries=20", 1, true, 1.05),
    FORTUNES("/fortunes", 1, true, Aims.CONFIGURED),
    CACHED_QUERIES("/cached-queries?count=20", 1, false, Double.NaN),
    USER("/users/{id}", 1, true, 1.10),

    SERVICE_JSON(get("/json"), 1.08),
    BROWSER_HEADERS(get("/json").withHeaders(Headers.BROWSER), SERVICE_JSON, 1.12),
    FILTERS(get("/filtered").withHeader("X-Api-Key", "2f0c9d1e"), SERVICE_JSON, 1.12),
    FILTERS_20(get("/filtered-20"), Double.NaN),
    NO_PARAMETERS(get("/no-parameters/42" + Headers.QUERY).withHeaders(Headers.PARAMETERS), Double.NaN),
    PARAMETERS(get("/parameters/42" + Headers.QUERY).withHeaders(Headers.PARAMETERS), NO_PARAMETERS, 1.15),
    PATH_PARAMETERS_8(get("/segments/a/b/c/d/e/f/g/h"), Double.NaN),
    SINGLE(get("/returned/single"), Double.NaN),
    RESPONSE(get("/returned/response"), SINGLE, 1.10),
    SINGLE_RESPONSE(get("/returned/single-response"), SINGLE, 1.10),
    COMPLETION_STAGE(get("/returned/stage"), SINGLE, 1.10),
    FUTURE(get("/returned/future"), SINGLE, 1.10),
    PLAIN_URI(get("/echo/Juergen-M?q=abc-and-cd"), Double.NaN),
    ESCAPED_URI(get("/echo/J%C3%BCrgen%20M?q=a%2Bb%20%26+c"), PLAIN_URI, 1.20),
    SPECIAL_URI(get("/echo/a@b:c,d!e~f?q=x@y:z/1?2,3!"), PLAIN_URI, 1.20),
    POST(LoadRequest.postJson("/orders", Headers.ORDER).answered(204), 1.10),
    POST_VALIDATED(LoadRequest.postJson("/orders/validated", Headers.ORDER), 1.30),
    NOT_FOUND(get("/nothing/here").answered(404), SERVICE_JSON, 1.30),
    MAPPED_EXCEPTION(get("/errors/mapped").answered(409), SERVICE_JSON, 1.25),
    BAD_PARAMETER(get("/errors/parameter").withHeader("X-Number", "x1").answered(400), SERVICE_JSON, 1.30),
    LIST_20(get("/items/list/20"), Double.NaN),
    FLOWABLE_20(get("/items/flowable/20"), LIST_20, 1.20),
    LIST_1000(get("/items/list/1000"), Double.NaN),
    FLOWABLE_1000(get("/items/flowable/1000"), LIST_1000, 1.30),
    BLOCKING(get("/blocking"), 1.15),
    TEMPLATED_FIRST(get("/templated-0/7"), Double.NaN),
    TEMPLATED_LAST(get("/templated-last/7"), TEMPLATED_FIRST, 1.05),
    LITERAL_FIRST(get("/literal-0"), Double.NaN),
    LITERAL_LAST(get("/literal-last"), LITERAL_FIRST, 1.05),
    ROW_STREAM(get("/rows"), 1.15),
    ROW_STREAM_20(get("/rows/20"), Double.NaN),

    JSON_WITH_HEADERS(Suite.HEADERS, get("/json").withHeader("Origin", Headers.ORIGIN), 1.25),

    BARE_GET(Suite.SUM, get("/json"), Double.NaN),
    SUM_GET(BARE_GET, summed(get("/json")), false, 1 / 0.90),
    SUM_POST(BARE_GET, summed(LoadRequest.postJson("/orders/validated", Headers.ORDER)), false, 1 / 0.90),
    SUM_INSERT(BARE_GET, summed(LoadRequest.postJson("/orders/stored", Headers.ORDER)), true, 1 / 0.95),
    OBSERVED_GET(SUM_GET, authenticated(SUM_GET.request), false, 1 / 0.90),
    OBSERVED_POST(SUM_POST, authenticated(SUM_POST.request), false, 1 / 0.90),
    OBSERVED_INSERT(SUM_INSERT, authenticated(SUM_INSERT.request), true, 1 / 0.95),

    JSON_TLS(get("/json").over(Protocol.HTTP_1_TLS), 0, 1, 0.95, Double.NaN),
    JSON_HTTP2(get("/json").over(Protocol.HTTP_2), 16, 16, 0.95, Double.NaN),
    JSON_HTTP2_TLS(get("/json").over(Protocol.HTTP_2_TLS), 16, 16, 0.95, Double.NaN),
    FILE(get("/files/" + Large.FILE), 16, 1, 0.95, Double.NaN),
    FILE_TLS(get("/files/" + Large.FILE).over(Protocol.HTTP_1_TLS), 16, 1, 0.95, Double.NaN),
    UPLOAD(LoadRequest.upload("/uploads", Large.UPLOAD), 4, 1, 0.90, Double.NaN),
    ITEMS_JSON(get("/many/memory").withHeader("Accept", "application/json"), 8, 1, 0.95, 1.10),
    ITEMS_NDJSON(get("/many/memory").withHeader("Accept", "application/x-ndjson"), 8, 1, 0.95, 1.10),
    ROWS_JSON(get("/many/cursor").withHeader("Accept", "application/json"), 6, 1, 0.95, 1.10),
    ROWS_NDJSON(get("/many/cursor").withHeader("Accept", "application/x-ndjson"), 6, 1, 0.95, 1.10);

    private static final double LEAST_REQUESTS = 0.93;

    private final Suite suite;
    private final LoadRequest request;
    private final int depth;
    private final boolean database;
    private final @Nullable LoadTest reference;
    private final double mostCpuTime;
    private final int connections;
    private final double leastRequests;

    /** An endpoint, compared with the baseline. */
    LoadTest(final String path, final int depth, final boolean database, final double mostCpuTime) {
        this(0, path, depth, database, mostCpuTime);
    }

    /** An endpoint, on so many connections, or on as many as are asked for if that is 0. */
    LoadTest(
            final int connections,
            final String path,
            final int depth,
            final boolean database,
            final double mostCpuTime) {
        this(Suite.ENDPOINTS, get(path), depth, database, null, mostCpuTime, connections, LEAST_REQUESTS);
    }

    /** A request to the service, compared with the baseline. */
    LoadTest(final LoadRequest request, final double mostCpuTime) {
        this(request, null, mostCpuTime);
    }

    /** A request to the service, compared with another test of the same contestant. */
    LoadTest(final LoadRequest request, final @Nullable LoadTest reference, final double mostCpuTime) {
        this(Suite.SERVICE, request, 1, false, reference, mostCpuTime, 0, LEAST_REQUESTS);
    }

    /** A request to the service in another suite, compared with the baseline. */
    LoadTest(final Suite suite, final LoadRequest request, final double mostCpuTime) {
        this(suite, request, 1, false, null, mostCpuTime, 0, LEAST_REQUESTS);
    }

    /** A request of the suite {@link Suite#SUM}, compared with the baseline and shown beside one with fewer features. */
    LoadTest(final LoadTest fewer, final LoadRequest request, final boolean database, final double mostCpuTime) {
        this(Suite.SUM, request, 1, database, fewer, mostCpuTime, 0, LEAST_REQUESTS);
    }

    /** A request of the suite {@link Suite#TRANSPORT}, on so many connections, or on as many as are asked for if that is 0. */
    LoadTest(
            final LoadRequest request,
            final int connections,
            final int depth,
            final double leastRequests,
            final double mostCpuTime) {
        this(Suite.TRANSPORT, request, depth, false, null, mostCpuTime, connections, leastRequests);
    }

    LoadTest(
            final Suite suite,
            final LoadRequest request,
            final int depth,
            final boolean database,
            final @Nullable LoadTest reference,
            final double mostCpuTime,
            final int connections,
            final double leastRequests) {
        this.suite = suite;
        this.request = request;
        this.depth = depth;
        this.database = database;
        this.reference = reference;
        this.mostCpuTime = mostCpuTime;
        this.connections = connections;
        this.leastRequests = leastRequests;
    }

    /** Targets of several tests. */
    private static final class Aims {

        /** The CPU time as configured, as a multiple of the baseline's: 0.90 of its requests per CPU second. */
        static final double CONFIGURED = 1 / 0.90;

        /** The same without access log and security headers. */
        static final double BARE = 1 / 0.95;

        private Aims() {}
    }

    private static LoadRequest get(final String path) {
        return LoadRequest.get(path);
    }

    private static LoadRequest summed(final LoadRequest request) {
        return request.withHeader("Origin", Headers.ORIGIN).withHeader("X-Api-Token", Headers.TOKEN);
    }

    private static LoadRequest authenticated(final LoadRequest request) {
        return request.withHeader("Authorization", "Bearer " + Headers.BEARER);
    }

    /** The large requests. */
    static final class Large {

        /** A file of 1 MiB. */
        static final String FILE = "large.bin";

        static final int FILE_SIZE = 1 << 20;

        /** 100 MB. */
        static final int UPLOAD = 100_000_000;

        private Large() {}
    }

    /** The headers of requests to the service. */
    static final class Headers {

        /** May read the answers. */
        static final String ORIGIN = "https://shop.example.org";

        /** Lets requests pass. */
        static final String TOKEN = "5b1d0c9e7a64";

        /** The role of users whose requests pass. */
        static final String ROLE = "user";

        /** Of such a user. */
        static final String BEARER = SecretTokens.signed("ann", ROLE);

        static final String QUERY = "?tag=red&tag=green&page=3&size=20";

        /** 170 bytes. */
        static final String ORDER = "{\"customer\":\"Grace Hopper\",\"email\":\"grace@example.org\",\"lines\":["
                + "{\"article\":\"nanosecond wire\",\"quantity\":3},{\"article\":\"manual\",\"quantity\":1}],"
                + "\"express\":true,\"note\":\"now\"}";

        static final String PARAMETERS = """
                X-Tenant: acme
                Cookie: session=f3c1a2
                """;

        /** About 700 bytes, as a browser sends them. */
        static final String BROWSER = """
                User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36
                Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
                Accept-Language: de-DE,de;q=0.9,en-GB;q=0.8,en;q=0.7,fr;q=0.5
                Accept-Encoding: gzip, deflate, br, zstd
                Referer: https://www.example.org/articles/2026/index.html?page=2
                Cookie: session=f3c1a2b4d5e6f708192a3b4c; theme=dark; consent=necessary; _tid=1.2.84013.171234
                Sec-CH-UA: "Chromium";v="131", "Not_A Brand";v="24"
                Sec-CH-UA-Mobile: ?0
                Sec-CH-UA-Platform: "Linux"
                Sec-Fetch-Dest: document
                Sec-Fetch-Mode: navigate
                Sec-Fetch-Site: same-origin
                Upgrade-Insecure-Requests: 1
                """;

        private Headers() {}
    }

    static LoadTest of(final String title) {
        return Arrays.stream(values())
                .filter(test -> test.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("There is no test '" + title + "'. The tests are "
                        + Arrays.stream(Suite.values()).map(LoadTest::titles).collect(Collectors.joining(" or "))
                        + "."));
    }

    /** The tests of a suite, without the one that must be named because a shell may allow fewer connections. */
    static List<LoadTest> of(final Suite suite) {
        return Arrays.stream(values())
                .filter(test -> test.suite == suite && test != DB_4096)
                .toList();
    }

    private static String titles(final Suite suite) {
        return of(suite).stream().map(LoadTest::title).collect(Collectors.joining(", "));
    }

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Suite suite() {
        return suite;
    }

    /** The request, with the id of a user that exists. */
    LoadRequest request(final String userId) {
        return request.withPath(request.path().replace("{id}", userId));
    }

    int depth() {
        return depth;
    }

    /** Returns the number of connections of this test, otherwise the wanted number. */
    int connections(final int asked) {
        return connections == 0 ? asked : connections;
    }

    /** The target: the requests a second, as a part of the baseline's. */
    double leastRequests() {
        return leastRequests;
    }

    /** Returns true if the response is a stream that must need constant memory. */
    boolean isStream() {
        return suite == Suite.TRANSPORT && !Double.isNaN(mostCpuTime);
    }

    /** The features of the contestants that answer the test. */
    Contestant.Level level() {
        return switch (this) {
            case BARE_GET -> Contestant.Level.BARE;
            case OBSERVED_GET, OBSERVED_POST, OBSERVED_INSERT -> Contestant.Level.OBSERVED;
            default -> Contestant.Level.CONFIGURED;
        };
    }

    boolean usesDatabase() {
        return database;
    }

    /** The test of jZenith that the target compares with; null for the baseline. */
    @Nullable
    LoadTest reference() {
        return reference;
    }

    /**
     * The target: the CPU time that jZenith may take for a request, as a multiple of the baseline's, or of the
     * reference's if that {@linkplain #isTargetOfReference counts}; NaN for none.
     *
     * @param bare true if access log and security headers are off
     */
    double mostCpuTime(final boolean bare) {
        return bare && mostCpuTime == Aims.CONFIGURED ? Aims.BARE : mostCpuTime;
    }

    /** Returns true if the target compares with another test of jZenith; in {@link Suite#SUM} that is only shown. */
    boolean isTargetOfReference() {
        return reference != null && suite != Suite.SUM;
    }

    /** The target: the bytes that jZenith may allocate for a request as configured; NaN for none. */
    double mostBytes() {
        return switch (this) {
            case PLAINTEXT -> 1_800;
            case JSON -> 2_200;
            case DB -> 3_200;
            default -> Double.NaN;
        };
    }

    /** The target: jZenith's requests per CPU second, as a multiple of a peer's; NaN for none. */
    double leastOf(final Peer peer) {
        if (peer == Peer.NODE || peer == Peer.JAVASCRIPT || peer == Peer.JAVA_MOUNT) {
            return Double.NaN;
        }
        return switch (this) {
            case PLAINTEXT, JSON -> peer == Peer.QUARKUS ? 1.5 : 1;
            case DB, FORTUNES -> peer == Peer.QUARKUS ? 1.5 : 1.4;
            case QUERIES -> peer == Peer.QUARKUS ? 1.5 : 1.3;
            case SUM_GET, SUM_POST, SUM_INSERT, OBSERVED_GET, OBSERVED_POST, OBSERVED_INSERT ->
                peer == Peer.QUARKUS ? 1.5 : Double.NaN;
            default -> Double.NaN;
        };
    }
}
