package org.jzenith.http.internal.listener;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.internal.limit.HeapShares;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.RequestSettings;
import org.jzenith.http.internal.configuration.AdaptiveLimitConfiguration;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.response.ResponsePolicy;

/** The limits of the requests of a plugin, as its settings say. */
final class RequestLimits {

    /** The least bytes that all requests together may hold. */
    static final long LEAST = 64 * 1024;

    /** The kind of plugin that divides this part of the heap. */
    private static final String KIND = "rest";

    /** The heap divided by this number limits the buffered bodies, their values, and the responses that wait for clients. */
    private static final int PART_OF_HEAP = 4;

    private final HttpConfiguration settings;
    private final Configuration configuration;
    private final HeapShares heap;
    private final List<StartProblem> problems;

    /** @param problems invalid settings are added */
    RequestLimits(
            final HttpConfiguration settings,
            final Configuration configuration,
            final HeapShares heap,
            final List<StartProblem> problems) {
        this.settings = settings;
        this.configuration = configuration;
        this.heap = heap;
        this.problems = problems;
    }

    /**
     * The settings of all requests. Each one that cannot be used is left out, and its problem added.
     *
     * @param base reads the prefix of every path of the listener's own handler
     * @return null if there are problems
     */
    @Nullable
    RequestSettings of(final ListenerName listener, final Supplier<String> base) {
        final int before = problems.size();
        final String read = StartException.collect(problems, base);
        final String basePath = read == null ? "" : read;
        final Long buffered = limit(settings.maxBufferedBodies(), "rest.max-buffered-bodies", "buffered bodies");
        final Long parsed = limit(settings.maxParsedBodies(), "rest.max-parsed-bodies", "parsed bodies");
        final ResponsePolicy policy = // null also if everything is off
                StartException.collect(problems, () -> ResponsePolicy.of(settings, "rest", configuration));
        final RequestSettings plain = RequestSettings.of(listener.plugin())
                .withBasePath(basePath)
                .withMaxRequestLine(settings.maxRequestLine().toInt())
                .withBodies(settings.maxBodySize().bytes(), buffered == null ? LEAST : buffered, settings.bodyTimeout())
                .withParsedBodies(parsed == null ? LEAST : parsed)
                .withRequestTimeout(settings.requestTimeout())
                .withMaxInFlight(settings.maxRequestsInFlight())
                .withPriorityPaths(below(basePath, settings.priorityPaths()))
                .withResponsePolicy(policy)
                .withAccessLog(settings.accessLog());
        RequestSettings made = plain;
        for (final UnaryOperator<RequestSettings> addition : List.<UnaryOperator<RequestSettings>>of(
                this::withDecodedBodies,
                all -> settings.deadlineHeader().map(all::withDeadlineHeader).orElse(all),
                all -> settings.traceIdAsRequestId() ? all.withTraceIds() : all,
                this::withTrustedProxies,
                all -> withAdaptiveLimit(all, basePath))) {
            final RequestSettings last = made;
            final RequestSettings next = StartException.collect(problems, () -> addition.apply(last));
            made = next == null ? last : next;
        }
        return problems.size() == before ? made : null;
    }

    private RequestSettings withDecodedBodies(final RequestSettings made) {
        final List<String> codings = settings.decodeBodies().orElse(List.of());
        if (settings.decodeBodies().isEmpty()) {
            return made;
        }
        checkLibraries(codings);
        return made.withDecodedBodies(codings, settings.maxDecodingRatio());
    }

    private void checkLibraries(final List<String> codings) {
        final List<String> missing = RequestSettings.missingLibraries(codings);
        if (!missing.isEmpty()) {
            throw new StartException(StartProblem.of("Bodies cannot be decoded as set in rest.decode-bodies: "
                            + String.join(", ", missing) + ", which is not on the class path.")
                    .from(configuration.origin("rest.decode-bodies").orElse(null))
                    .remedy("Add the dependency, or remove the coding from rest.decode-bodies."));
        }
    }

    private RequestSettings withTrustedProxies(final RequestSettings made) {
        try {
            return made.withTrustedProxies(settings.trustedProxies().orElse(List.of()));
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of("An address in rest.trusted-proxies is invalid: " + e.getMessage())
                    .from(configuration.origin("rest.trusted-proxies").orElse(null))
                    .remedy("Set rest.trusted-proxies to IP addresses or networks such as 10.0.0.0/8.")
                    .causedBy(e));
        }
    }

    private RequestSettings withAdaptiveLimit(final RequestSettings made, final String basePath) {
        final AdaptiveLimitConfiguration bounds = settings.adaptiveLimit();
        if (!bounds.enabled()) {
            return made;
        }
        if (bounds.min() > bounds.max()) {
            throw new StartException(StartProblem.of("rest.adaptive-limit.min is " + bounds.min()
                            + ", but rest.adaptive-limit.max is only " + bounds.max() + ".")
                    .from(configuration.origin("rest.adaptive-limit.min").orElse(null))
                    .remedy("Set rest.adaptive-limit.max to at least rest.adaptive-limit.min."));
        }
        return made.withAdaptiveLimit(bounds.min(), bounds.max(), below(basePath, bounds.excludedPaths()));
    }

    private static List<String> below(final String basePath, final Optional<List<String>> paths) {
        final String base = basePath.endsWith("/") ? basePath.substring(0, basePath.length() - 1) : basePath;
        return paths.orElse(List.of()).stream().map(path -> base + path).toList();
    }

    /**
     * The bytes of responses that may wait for clients.
     *
     * @return null if there is a problem
     */
    @Nullable
    Long maxBufferedResponses() {
        return limit(settings.maxBufferedResponses(), "rest.max-buffered-responses", "waiting responses");
    }

    /** Returns null if there is a problem. */
    private @Nullable Long limit(final Optional<DataSize> setting, final String key, final String what) {
        return StartException.collect(problems, () -> bytes(setting, key, what));
    }

    /** A limit for all that is held at a time. */
    private long bytes(final Optional<DataSize> setting, final String key, final String what) {
        final long bytes = setting.map(DataSize::bytes).orElseGet(() -> heap.share(KIND, PART_OF_HEAP));
        if (bytes < LEAST) {
            final int plugins = heap.plugins(KIND);
            throw new StartException(
                    StartProblem.of("The limit for all " + what + " together is only " + bytes + " bytes.")
                            .from(configuration
                                    .origin(key)
                                    .orElse(
                                            plugins == 1
                                                    ? "a quarter of the heap"
                                                    : "a quarter of the heap, divided among the " + plugins
                                                            + " plugins of the application that open listeners"))
                            .remedy("Set " + key + " to 64K or more."));
        }
        return bytes;
    }
}
