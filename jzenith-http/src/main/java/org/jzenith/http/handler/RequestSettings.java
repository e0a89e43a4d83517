package org.jzenith.http.handler;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.BodyLimits;
import org.jzenith.http.internal.admission.AdaptiveLimit;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.response.ResponsePolicy;
import org.jzenith.http.request.Networks;

/**
 * The request settings of one listener. Immutable: each {@code with..} method returns a changed copy.
 *
 * <pre>{@code
 * RequestSettings.of("echo").withBasePath("/echo").withRequestTimeout(Duration.ofSeconds(5))
 * }</pre>
 */
public final class RequestSettings {

    private static final long MAX_BODY = 10 * 1024 * 1024;
    private static final int MAX_REQUEST_LINE = 4 * 1024;
    private static final int PART_OF_HEAP = 4;
    private static final int MAX_IN_FLIGHT = 10_000;

    private final String plugin;
    private String basePath = "";
    private int maxRequestLine = MAX_REQUEST_LINE;
    private long maxBody = MAX_BODY;
    private long maxBodies = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
    private long maxParsedBodies = maxBodies;
    private Duration bodyTimeout = Duration.ofSeconds(30);
    private List<String> decodedCodings = List.of();
    private int maxDecodingRatio;
    private Duration requestTimeout = Duration.ofSeconds(30);
    private int maxInFlight = MAX_IN_FLIGHT;
    private List<String> priorityPaths = List.of();
    private AdaptiveLimit.@Nullable Bounds adaptiveLimit;
    private Networks proxies = Networks.of(List.of());
    private @Nullable String deadlineHeader;
    private boolean traceIds;
    private @Nullable ResponsePolicy policy;
    private HttpConfiguration.@Nullable AccessLog accessLog;

    private RequestSettings(final String plugin) {
        this.plugin = plugin;
    }

    private RequestSettings(final RequestSettings other) {
        plugin = other.plugin;
        basePath = other.basePath;
        maxRequestLine = other.maxRequestLine;
        maxBody = other.maxBody;
        maxBodies = other.maxBodies;
        maxParsedBodies = other.maxParsedBodies;
        bodyTimeout = other.bodyTimeout;
        decodedCodings = other.decodedCodings;
        maxDecodingRatio = other.maxDecodingRatio;
        requestTimeout = other.requestTimeout;
        maxInFlight = other.maxInFlight;
        priorityPaths = other.priorityPaths;
        adaptiveLimit = other.adaptiveLimit;
        proxies = other.proxies;
        deadlineHeader = other.deadlineHeader;
        traceIds = other.traceIds;
        policy = other.policy;
        accessLog = other.accessLog;
    }

    /**
     * Creates the default settings of a listener at the root path. They allow request lines of 4 KiB, bodies of 10 MiB, and 10,000
     * requests in flight. All bodies together may use a quarter of the heap, and the values parsed from them another quarter. A body
     * and a response have 30 seconds each.
     *
     * @param plugin the name of the plugin that serves the requests
     * @return settings without trusted proxies, access log and additional headers
     */
    public static RequestSettings of(final String plugin) {
        return new RequestSettings(plugin);
    }

    private RequestSettings with(final Consumer<RequestSettings> change) {
        final RequestSettings copy = new RequestSettings(this);
        change.accept(copy);
        return copy;
    }

    /**
     * Sets the prefix of all served paths.
     *
     * @param prefix the prefix of every path; trailing slashes are ignored
     * @return a changed copy
     */
    public RequestSettings withBasePath(final String prefix) {
        return with(copy -> copy.basePath = prefix.replaceFirst("/+$", ""));
    }

    /**
     * Limits the request lines of HTTP/2; the method and {@code :path} count as in an HTTP/1.1 request line. For
     * HTTP/1.1, the options of the listener have their own limit.
     *
     * @param length the limit in bytes; a longer request line gets a 414
     * @return a changed copy
     */
    public RequestSettings withMaxRequestLine(final int length) {
        return with(copy -> copy.maxRequestLine = length);
    }

    /**
     * Limits the bodies of requests.
     *
     * @param largest the limit for one body in bytes
     * @param together the limit for all bodies held at a time in bytes
     * @param timeout the time in which a body must arrive
     * @return a changed copy
     */
    public RequestSettings withBodies(final long largest, final long together, final Duration timeout) {
        return with(copy -> {
            copy.maxBody = largest;
            copy.maxBodies = together;
            copy.bodyTimeout = timeout;
        });
    }

    /**
     * Limits the memory of values parsed from large bodies.
     *
     * @param together the limit for all values held at a time in bytes
     * @return a changed copy
     */
    public RequestSettings withParsedBodies(final long together) {
        return with(copy -> copy.maxParsedBodies = together);
    }

    /**
     * Decodes bodies with a {@code Content-Encoding} (RFC 9110, 8.4).
     *
     * @param codings some of {@code gzip}, {@code deflate}, {@code br} and {@code zstd}; {@link #missingLibraries} must be
     *     empty for them
     * @param maxRatio the maximum number of decoded bytes per encoded byte, on average, after the first mebibyte
     * @return a changed copy
     */
    public RequestSettings withDecodedBodies(final List<String> codings, final int maxRatio) {
        return with(copy -> {
            copy.decodedCodings = List.copyOf(codings);
            copy.maxDecodingRatio = maxRatio;
        });
    }

    /**
     * Returns the missing libraries for content codings.
     *
     * @param codings some of {@code gzip}, {@code deflate}, {@code br} and {@code zstd}
     * @return the libraries to add to the class path; empty if bodies in all these codings can be decoded
     */
    public static List<String> missingLibraries(final List<String> codings) {
        return BodyLimits.missingLibraries(codings);
    }

    /**
     * Limits the time of a request.
     *
     * @param timeout the time in which the response must start
     * @return a changed copy
     */
    public RequestSettings withRequestTimeout(final Duration timeout) {
        return with(copy -> copy.requestTimeout = timeout);
    }

    /**
     * Limits the requests in flight. Requests with an immediate response do not count.
     *
     * @param requests the number of requests at a time
     * @return a changed copy
     */
    public RequestSettings withMaxInFlight(final int requests) {
        return with(copy -> copy.maxInFlight = requests);
    }

    /**
     * Allows 100 more requests in flight for paths that must work under overload, such as health checks. The adaptive limit neither
     * counts nor refuses them.
     *
     * @param paths the paths, including everything below them; as the client sends them, without a trailing slash
     * @return a changed copy
     */
    public RequestSettings withPriorityPaths(final List<String> paths) {
        return with(copy -> copy.priorityPaths = List.copyOf(paths));
    }

    /**
     * Adds an adaptive limit: the allowed requests in flight follow latency.
     *
     * @param min the lowest limit, in requests per event loop
     * @param max the highest limit, in requests per event loop
     * @param excludedPaths paths that are neither counted nor refused, including everything below them; as the client
     *     sends them
     * @return a changed copy
     */
    public RequestSettings withAdaptiveLimit(final int min, final int max, final List<String> excludedPaths) {
        return with(copy -> copy.adaptiveLimit = new AdaptiveLimit.Bounds(min, max, List.copyOf(excludedPaths)));
    }

    /**
     * Trusts the headers of some proxies about the original client.
     *
     * @param addresses IP addresses and networks of the proxies
     * @return a changed copy
     * @throws IllegalArgumentException if a text is neither an address nor a network
     */
    public RequestSettings withTrustedProxies(final List<String> addresses) {
        return with(copy -> copy.proxies = Networks.of(addresses));
    }

    /**
     * Lets trusted proxies lower the time-out of a request.
     *
     * @param header the name of the header with the time-out
     * @return a changed copy
     */
    public RequestSettings withDeadlineHeader(final String header) {
        return with(copy -> copy.deadlineHeader = header);
    }

    /**
     * Uses the trace id as the request id. It comes from {@code traceparent}, or is generated; {@code X-Request-Id} is
     * ignored.
     *
     * @return a changed copy
     */
    public RequestSettings withTraceIds() {
        return with(copy -> copy.traceIds = true);
    }

    /**
     * Sets the policy that is applied to all responses.
     *
     * @param added the policy, for example with compression; null for none
     * @return a changed copy
     */
    public RequestSettings withResponsePolicy(final @Nullable ResponsePolicy added) {
        return with(copy -> copy.policy = added);
    }

    /**
     * Sets the access log.
     *
     * @param settings the settings of the access log; the format {@code off} turns it off
     * @return a changed copy
     */
    public RequestSettings withAccessLog(final HttpConfiguration.AccessLog settings) {
        return with(copy -> copy.accessLog = settings);
    }

    String plugin() {
        return plugin;
    }

    /**
     * Returns the prefix of every path.
     *
     * @return the prefix without a trailing slash, so that the root is empty
     */
    public String basePath() {
        return basePath;
    }

    /**
     * Returns the limit of one body.
     *
     * @return bytes
     */
    public long maxBody() {
        return maxBody;
    }

    /**
     * Returns the limit of all bodies that are held at a time.
     *
     * @return bytes
     */
    public long maxBodies() {
        return maxBodies;
    }

    /**
     * Returns the memory limit for values parsed from large bodies.
     *
     * @return bytes
     */
    public long maxParsedBodies() {
        return maxParsedBodies;
    }

    List<String> priorityPaths() {
        return priorityPaths;
    }

    /** Returns the adaptive limit; null if there is none. */
    AdaptiveLimit.@Nullable Bounds adaptiveLimit() {
        return adaptiveLimit;
    }

    /** Returns the settings of the access log; null if requests are not logged. */
    HttpConfiguration.@Nullable AccessLog accessLog() {
        return accessLog;
    }

    int maxRequestLine() {
        return maxRequestLine;
    }

    Duration requestTimeout() {
        return requestTimeout;
    }

    /**
     * Returns the limit of the requests in flight.
     *
     * @return a number of requests
     */
    public int maxInFlight() {
        return maxInFlight;
    }

    Networks proxies() {
        return proxies;
    }

    boolean traceIds() {
        return traceIds;
    }

    /** Returns the name of the header with a proxy's deadline; null if there is none. */
    @Nullable
    String deadlineHeader() {
        return deadlineHeader;
    }

    /**
     * Returns the policy of responses.
     *
     * @return null if there is none
     */
    public @Nullable ResponsePolicy responsePolicy() {
        return policy;
    }

    /** Creates the limits on bodies, with new budgets. */
    BodyLimits bodyLimits() {
        return BodyLimits.of(
                plugin, maxBody, bodyTimeout, maxBodies, maxParsedBodies, decodedCodings, maxDecodingRatio);
    }
}
