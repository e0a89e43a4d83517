package org.jzenith.rest.internal.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.internal.deployment.ComparedResources.Lost;
import org.jzenith.rest.internal.error.Errors;
import org.slf4j.LoggerFactory;

/**
 * The application behind HTTP and RESTEasy's own dispatcher answer the same generated requests, and every difference is
 * a row of {@link DispatcherDifference}.
 */
@Tag("full")
final class DispatcherDifferenceTest {

    /** The number of requests for each seed and application. */
    private static final int REQUESTS = Integer.getInteger("compared.requests", 1_700);

    /** A server that learnt from its answers would give others later. */
    private static final int TIMES = 2;

    private static final int MANY = 10_000;
    private static final List<Long> SEEDS = List.of(1L, 2L, 3L);
    private static final List<Errors.Mapping> MAPPINGS = List.of(new Errors.Mapping(Lost.class, 410, "It went away."));

    /** One more, if somebody looks for what nobody has seen; null otherwise, so that a build says the same each time. */
    private final @Nullable Long furtherSeed = Long.getLong("compared.seed");

    private final Set<DispatcherDifference> rows = EnumSet.noneOf(DispatcherDifference.class);
    private final Set<Integer> statuses = new HashSet<>();
    private final List<String> unexplained = new ArrayList<>();
    private int compared;

    @BeforeAll
    static void logNoFailures() {
        setLevel(Level.OFF);
    }

    @AfterAll
    static void logFailures() {
        setLevel(null);
    }

    private static void setLevel(final @Nullable Level level) {
        for (final String name :
                List.of("org.jzenith.rest.internal.error", "org.jzenith.rest.pipeline", "org.jboss.resteasy")) {
            ((Logger) LoggerFactory.getLogger(name)).setLevel(level);
        }
    }

    @Test
    void answersDifferOnlyAsTheTableSays() throws IOException {
        compare(false);
        compare(true);

        assertThat(unexplained.stream().limit(20))
                .as("answers that differ, with the further seed %s", furtherSeed)
                .isEmpty();
        assertThat(EnumSet.complementOf(EnumSet.copyOf(rows)))
                .as("rows that never occur")
                .isEmpty();
        assertThat(statuses)
                .as("what was answered")
                .contains(200, 201, 204, 302, 304, 400, 401, 403, 404, 405, 406, 410, 412, 415, 500, 501, 503);
        assertThat(compared).isGreaterThan(MANY);
    }

    private void compare(final boolean filtered) throws IOException {
        final List<Class<?>> resources = new ArrayList<>(ComparedResources.RESOURCES);
        resources.addAll(ComparedParameters.RESOURCES);
        resources.addAll(ComparedFilters.RESOURCES);
        RestApi plugin = RestPlugin.withResources(resources.toArray(Class<?>[]::new))
                .withProviders(providers(filtered).toArray());
        for (final Errors.Mapping mapping : MAPPINGS) {
            plugin = plugin.withMapping(mapping.type(), mapping.problem());
        }
        resources.add(HealthResource.class);
        try (RunningServer server = RunningServer.of(plugin, Map.of("rest.security-headers.enabled", false));
                ConnectedClient client = new ConnectedClient(server.application())) {
            final RestEasyDispatcher resteasy = new RestEasyDispatcher(
                    resources,
                    providers(filtered),
                    MAPPINGS,
                    server.application().injector());
            for (final ComparedRequest request : GeneratedRequests.RARE) {
                compare(request, filtered, client, resteasy);
            }
            for (final long seed : SEEDS) {
                compare(new GeneratedRequests(seed, filtered), REQUESTS, filtered, client, resteasy);
            }
            if (furtherSeed != null) {
                compare(new GeneratedRequests(furtherSeed, filtered), REQUESTS, filtered, client, resteasy);
            }
        }
    }

    private static List<Object> providers(final boolean filtered) {
        final List<Object> providers = new ArrayList<>(ComparedResources.providers());
        providers.addAll(ComparedFilters.ofMethods());
        if (filtered) {
            providers.addAll(ComparedFilters.ofAll());
        }
        return providers;
    }

    private void compare(
            final GeneratedRequests requests,
            final int count,
            final boolean filtered,
            final ConnectedClient client,
            final RestEasyDispatcher resteasy)
            throws IOException {
        for (int i = 0; i < count; i++) {
            compare(requests.next(), filtered, client, resteasy);
        }
    }

    private void compare(
            final ComparedRequest request,
            final boolean filtered,
            final ConnectedClient client,
            final RestEasyDispatcher resteasy)
            throws IOException {
        final List<ComparedAnswer> all = client.answers(request, TIMES);
        final ComparedAnswer ours = all.get(0);
        statuses.add(ours.status());
        compared++;
        if (new HashSet<>(all).size() > 1) {
            unexplained.add("\n" + request + "is answered in several ways: " + all);
        }
        final ComparedAnswer theirs = resteasy.answer(request);
        if (isSame(request, ours, theirs, filtered)) {
            return;
        }
        final Set<DispatcherDifference> explained = DispatcherDifference.between(request, ours, theirs);
        if (explained == null) {
            unexplained.add("\n" + request + "\nours:     " + ours + "\nRESTEasy: " + theirs);
        } else {
            rows.addAll(explained);
        }
    }

    /**
     * True if both respond the same. Without its servers, RESTEasy's dispatcher neither refuses malformed headers,
     * which filters may come before or change, nor responds with 500 to exceptions.
     */
    private static boolean isSame(
            final ComparedRequest request,
            final ComparedAnswer ours,
            final ComparedAnswer theirs,
            final boolean filtered) {
        return switch (theirs.status()) {
            case RestEasyDispatcher.MALFORMED -> filtered || isRefused(request, ours);
            case RestEasyDispatcher.THROWN -> ours.status() == 500;
            default -> ours.equals(theirs);
        };
    }

    /** A malformed header is looked at when it is needed; no resource is asked before that, but locators are. */
    private static boolean isRefused(final ComparedRequest request, final ComparedAnswer ours) {
        return switch (ours.status()) {
            case 400, 404, 405, 415, 501 -> ours.header("Content-Type").equals("application/problem+json");
            default -> request.method().equals("OPTIONS") || request.path().startsWith("/locators/");
        };
    }
}
