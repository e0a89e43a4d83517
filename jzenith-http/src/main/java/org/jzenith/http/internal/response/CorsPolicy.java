package org.jzenith.http.internal.response;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.request.HeaderList;

/** The access of pages of other origins to responses (WHATWG Fetch, CORS protocol). Immutable and thread-safe. */
final class CorsPolicy {

    private static final CharSequence ORIGIN = HttpHeaders.ORIGIN;
    private static final CharSequence ALLOW_ORIGIN = HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN;
    private static final CharSequence ORIGIN_NAME = HttpHeaders.createOptimized("Origin");
    private static final CharSequence TRUE = HttpHeaders.createOptimized("true");
    private static final String ANY = "*";
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final CharSequence EVERY_ORIGIN = HttpHeaders.createOptimized(ANY);

    private final Origins origins;

    /** Null if any is allowed. */
    private final @Nullable Set<String> methods;

    /** In any case; null if any is allowed. */
    private final @Nullable Set<String> headers;

    private final CharSequence allowedMethods;
    private final CharSequence allowedHeaders;
    private final @Nullable CharSequence exposedHeaders;
    private final boolean credentials;
    private final CharSequence maxAge;
    private final boolean refuseOthers;

    private CorsPolicy(final HttpConfiguration.Cors settings, final Origins origins) {
        this.origins = origins;
        this.methods = settings.methods().contains(ANY) ? null : Set.copyOf(settings.methods());
        this.headers = settings.headers().contains(ANY) ? null : inAnyCase(settings.headers());
        this.allowedMethods = list(settings.methods());
        this.allowedHeaders = list(settings.headers());
        this.exposedHeaders = settings.exposedHeaders()
                .filter(names -> !names.isEmpty())
                .map(CorsPolicy::list)
                .orElse(null);
        this.credentials = settings.credentials();
        this.maxAge =
                HttpHeaders.createOptimized(Long.toString(settings.maxAge().toSeconds()));
        this.refuseOthers = settings.refuseOtherOrigins();
    }

    /**
     * The policy that settings say.
     *
     * @param prefix stands before the keys, for problems
     * @return null if CORS is off
     * @throws StartException if an origin cannot be read, or the settings would let every page use the user's credentials
     */
    static @Nullable CorsPolicy of(
            final HttpConfiguration.Cors settings, final String prefix, final Configuration configuration) {
        final Optional<List<String>> written = settings.origins().filter(names -> !names.isEmpty());
        if (written.isEmpty()) {
            return null;
        }
        final String key = prefix + ".cors.origins";
        final Origins origins;
        try {
            origins = new Origins(written.get());
        } catch (final IllegalArgumentException e) {
            throw new StartException(StartProblem.of("An origin in " + key + " is invalid: " + e.getMessage())
                    .from(configuration.origin(key).orElse(null))
                    .remedy("Write scheme, host and port, without a path or trailing slash: https://shop.example.org,"
                            + " https://*.example.org (where * is one label), null, or * for all origins."));
        }
        if (settings.credentials() && origins.isAny()) {
            throw new StartException(StartProblem.of("Any page could use the cookies of a user: " + prefix
                            + ".cors.credentials is true and " + key + " holds *.")
                    .from(configuration.origin(prefix + ".cors.credentials").orElse(null))
                    .remedy("Name the origins in " + key + ", or set " + prefix + ".cors.credentials=false."));
        }
        return new CorsPolicy(settings, origins);
    }

    private static Set<String> inAnyCase(final List<String> names) {
        final Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(names);
        return set;
    }

    private static CharSequence list(final List<String> names) {
        return HttpHeaders.createOptimized(String.join(", ", names));
    }

    /** Returns true for a CORS preflight request (WHATWG Fetch). */
    static boolean isPreflight(final HttpMethod method, final MultiMap request) {
        return method.equals(HttpMethod.OPTIONS)
                && request.contains(ORIGIN)
                && request.contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
    }

    /** Returns the reason why a preflight is not allowed, as a sentence; null if it is. */
    @Nullable
    String refusal(final MultiMap request) {
        if (!origins.contains(request.get(ORIGIN))) {
            return "Pages of this origin may not use this server.";
        }
        final String method = request.get(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
        if (!TOKEN.matcher(method).matches()
                || (methods != null && !methods.contains(method) && !isSafelisted(method))) {
            return "Pages of other origins may not use this method.";
        }
        for (final String name : requestedHeaders(request)) {
            if (!TOKEN.matcher(name).matches() || (headers != null && !headers.contains(name))) {
                return "One of these headers is not allowed for pages of other origins.";
            }
        }
        return null;
    }

    /** Browsers allow these in any case. */
    private static boolean isSafelisted(final String method) {
        return method.equals("GET") || method.equals("HEAD") || method.equals("POST");
    }

    private static List<String> requestedHeaders(final MultiMap request) {
        return HeaderList.elements(request.getAll(HttpHeaders.ACCESS_CONTROL_REQUEST_HEADERS)).stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Adds the headers of the response to an allowed preflight, except those of {@link #addTo}. */
    void addPreflight(final MultiMap request, final MultiMap response) {
        response.set(
                HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS,
                methods == null ? request.get(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD) : allowedMethods);
        final List<String> requested = requestedHeaders(request);
        if (!requested.isEmpty()) {
            response.set(
                    HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS,
                    headers == null ? String.join(", ", requested) : allowedHeaders);
        }
        response.set(HttpHeaders.ACCESS_CONTROL_MAX_AGE, maxAge);
        VaryField.add(response, "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
    }

    /** Returns true if a request from a page of another origin is refused; the server's own pages are always allowed. */
    boolean refuses(final MultiMap request, final String scheme, final String authority) {
        if (!refuseOthers) {
            return false;
        }
        final String origin = request.get(ORIGIN);
        return origin != null && !origins.contains(origin) && !origin.equalsIgnoreCase(scheme + "://" + authority);
    }

    /** Returns true if the settings name the origin of a request; an asterisk does not. */
    boolean namesOrigin(final MultiMap request) {
        final List<String> sent = request.getAll(ORIGIN);
        return sent.size() == 1 && origins.names(sent.get(0));
    }

    /** Adds the headers that let the page read the response, unless the application has set them itself. */
    void addTo(final MultiMap response, final MultiMap request) {
        final String origin = request.get(ORIGIN);
        if (!origins.isAny()) {
            VaryField.add(response, ORIGIN_NAME);
            if (!origins.contains(origin)) {
                return;
            }
        }
        if (response.contains(ALLOW_ORIGIN)) {
            return;
        }
        response.set(ALLOW_ORIGIN, origins.isAny() ? EVERY_ORIGIN : origin);
        if (credentials) {
            response.set(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, TRUE);
        }
        if (exposedHeaders != null) {
            response.set(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, exposedHeaders);
        }
    }
}
