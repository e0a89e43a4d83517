package org.jzenith.rest.internal.limit;

import io.reactivex.schedulers.Schedulers;
import jakarta.ws.rs.core.MultivaluedMap;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.converter.DurationConverter;
import org.jzenith.core.internal.limit.BoundedKey;
import org.jzenith.core.limit.RateLimitStore;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.error.ProblemException;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.limit.RateLimitKey;
import org.jzenith.rest.pipeline.MethodModel;

/**
 * Refuses requests of clients that send too many, and tells all of them what is left (draft-ietf-httpapi-ratelimit-headers-10).
 */
final class LimitRate implements RestStep {

    private static final String POLICY_HEADER = "RateLimit-Policy";
    private static final String LEFT_HEADER = "RateLimit";
    private static final int TOO_MANY = 429;
    private static final int MAX_PERMITS = 1_000_000;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RateLimitStore.Counter counter;
    private final RateLimit.By by;
    private final String header;
    private final @Nullable RateLimitKey keys;
    private final String policy;
    private final String description;

    private LimitRate(final RateLimit declared, final Duration per, final String name, final Limits limits) {
        this.counter = limits.store.counter(name, declared.permits(), per);
        this.by = declared.by();
        this.header = declared.header();
        this.keys = by == RateLimit.By.KEY ? limits.key : null;
        this.description = "rate limit " + declared.permits() + " per " + declared.per() + " for each "
                + by.name().toLowerCase(Locale.ROOT) + (header.isEmpty() ? "" : " " + header);
        this.policy = "\"default\";q=" + declared.permits() + ";w=" + Math.max(1, per.toSeconds());
    }

    /** The limits of one application, each made once for the class or the method that declares it. Safe for many threads. */
    static final class Limits {

        private final RateLimitStore store;
        private final @Nullable RateLimitKey key;
        private final Map<AnnotatedElement, LimitRate> made = new ConcurrentHashMap<>();

        Limits(final RateLimitStore store, final @Nullable RateLimitKey key) {
            this.store = store;
            this.key = key;
        }

        /** Returns the step of a method that declares a limit; otherwise null. */
        @Nullable
        LimitRate of(final MethodModel method) {
            final Class<?> type = method.getResourceClass();
            final AnnotatedElement annotated = method.annotated();
            final RateLimit own = annotated.getAnnotation(RateLimit.class);
            final RateLimit declared = own == null ? type.getAnnotation(RateLimit.class) : own;
            return declared == null
                    ? null
                    : made.computeIfAbsent(
                            own == null ? type : annotated,
                            element -> make(declared, type, own == null ? null : method.getResourceMethod()));
        }

        private LimitRate make(final RateLimit declared, final Class<?> type, final @Nullable Method method) {
            final String owner = method == null ? "the class" : "the method " + method.getName();
            final List<StartProblem> problems = new ArrayList<>();
            final Duration per = DurationConverter.parse(declared.per());
            if (per == null || per.compareTo(Duration.ofMillis(1)) < 0 || per.compareTo(Duration.ofDays(1)) > 0) {
                problems.add(problem(
                        owner,
                        type,
                        "has the value '" + declared.per() + "' for per, which is not a duration from 1ms to 1d",
                        "Set per to a duration such as 1s or 1m."));
            }
            if (declared.permits() < 1 || declared.permits() > MAX_PERMITS) {
                problems.add(problem(
                        owner,
                        type,
                        "has " + declared.permits() + " permits",
                        "Set permits to a number from 1 to " + MAX_PERMITS + "."));
            }
            if (declared.header().isBlank() == (declared.by() == RateLimit.By.HEADER)) {
                problems.add(problem(
                        owner,
                        type,
                        "counts by " + declared.by() + " and has the header '" + declared.header() + "'",
                        "Set 'header' together with by = HEADER, and leave it out otherwise."));
            }
            if (declared.by() == RateLimit.By.KEY && key == null) {
                problems.add(problem(
                        owner, type, "counts by KEY, but no RateLimitKey is bound", "Bind RateLimitKey in a module."));
            }
            if (per == null || !problems.isEmpty()) {
                throw new StartException(problems);
            }
            return new LimitRate(declared, per, method == null ? type.getName() : nameOf(type, method), this);
        }

        private static String nameOf(final Class<?> type, final Method method) {
            return type.getName() + "." + method.getName()
                    + Arrays.stream(method.getParameterTypes())
                            .map(Class::getName)
                            .collect(Collectors.joining(",", "(", ")"));
        }

        private static StartProblem problem(
                final String owner, final Class<?> type, final String what, final String remedy) {
            return StartProblem.of("The @RateLimit of " + owner + " " + what + ".")
                    .from(type.getName())
                    .remedy(remedy);
        }
    }

    /** Returns true if authentication filters must run first. */
    boolean needsPrincipal() {
        return by == RateLimit.By.PRINCIPAL || by == RateLimit.By.KEY;
    }

    @Override
    public boolean run(final RestInvocation invocation) {
        final String key = key(invocation);
        if (key == null) {
            return true;
        }
        final String bounded = BoundedKey.of(key);
        final RateLimitStore.Taken now = counter.takeNow(bounded);
        if (now != null) {
            apply(invocation, now);
            return true;
        }
        invocation.suspendUntil(counter.take(bounded)
                .observeOn(Schedulers.from(EventLoopContext.caller()))
                .doOnSuccess(taken -> apply(invocation, taken))
                .ignoreElement());
        return false;
    }

    private void apply(final RestInvocation invocation, final RateLimitStore.Taken taken) {
        final MultivaluedMap<String, Object> headers = invocation.response().getOutputHeaders();
        final String left = "\"default\";r=" + Math.max(0, taken.remaining()) + ";t=" + seconds(taken.fullNanos());
        headers.putSingle(POLICY_HEADER, policy);
        headers.putSingle(LEFT_HEADER, left);
        invocation.exchange().response().keepHeader(POLICY_HEADER, policy);
        invocation.exchange().response().keepHeader(LEFT_HEADER, left);
        if (taken.isRefused()) {
            throw new ProblemException(Problem.of(TOO_MANY)
                    .withDetail("This client has sent too many requests.")
                    .withHeader("Retry-After", Long.toString(seconds(taken.retryNanos()))));
        }
    }

    /** Returns the key of the client; null if it has no limit. The kinds of keys have prefixes, so that no client can name another's. */
    private @Nullable String key(final RestInvocation invocation) {
        if (keys != null) {
            final String key = keys.key(invocation.request().context());
            return key == null ? null : "k" + key;
        }
        final String named = switch (by) {
            case PRINCIPAL -> invocation.user();
            case HEADER -> invocation.exchange().request().headers().get(header);
            default -> null;
        };
        return named == null ? "c" + invocation.exchange().request().clientNetwork() : "n" + named;
    }

    private static long seconds(final long nanos) {
        return Math.max(1, (nanos + SECOND_NANOS - 1) / SECOND_NANOS);
    }

    @Override
    public String description() {
        return description;
    }
}
