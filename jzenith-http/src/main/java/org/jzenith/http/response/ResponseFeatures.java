package org.jzenith.http.response;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.configuration.HttpConfiguration;

/**
 * What the server adds to the answers of a handler: headers of CORS and headers that protect browsers. Immutable and safe
 * for use by many threads.
 */
public final class ResponseFeatures {

    private final @Nullable CorsPolicy cors;
    private final @Nullable SecurityHeaders securityHeaders;

    private ResponseFeatures(final @Nullable CorsPolicy cors, final @Nullable SecurityHeaders securityHeaders) {
        this.cors = cors;
        this.securityHeaders = securityHeaders;
    }

    /**
     * Computes what settings say.
     *
     * @param settings of the plugin that answers
     * @param prefix stands before their keys, for problems
     * @param configuration names the source of a wrong setting
     * @return null if everything is off
     * @throws StartException if a setting cannot be read
     */
    public static @Nullable ResponseFeatures of(
            final HttpConfiguration settings, final String prefix, final Configuration configuration) {
        final List<StartProblem> problems = new ArrayList<>();
        CorsPolicy cors = null;
        try {
            cors = CorsPolicy.of(settings.cors(), prefix, configuration);
        } catch (final StartException e) {
            problems.addAll(e.problems());
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
        final SecurityHeaders security = SecurityHeaders.of(settings.securityHeaders());
        return cors == null && security == null ? null : new ResponseFeatures(cors, security);
    }

    /**
     * Whether a request is a preflight of CORS, which is answered before a handler sees it.
     *
     * @param method of the request
     * @param request its headers
     * @return false if CORS is off
     */
    public boolean isPreflight(final HttpMethod method, final MultiMap request) {
        return cors != null && CorsPolicy.isPreflight(method, request);
    }

    /**
     * Why a preflight is refused.
     *
     * @param request its headers
     * @return a sentence for the client, or null if the preflight is allowed
     */
    public @Nullable String refusalOfPreflight(final MultiMap request) {
        return cors == null ? null : cors.refusal(request);
    }

    /**
     * Adds what the answer to an allowed preflight says.
     *
     * @param request its headers
     * @param response the headers of the answer
     */
    public void addPreflight(final MultiMap request, final MultiMap response) {
        if (cors != null) {
            cors.addPreflight(request, response);
        }
    }

    /**
     * Why a request that is no preflight is refused.
     *
     * @param request its headers
     * @param scheme of this server, as the client sees it
     * @param authority of this server, as the client sees it
     * @return a sentence for the client, or null if the request is admitted
     */
    public @Nullable String refusal(final MultiMap request, final String scheme, final String authority) {
        return cors != null && cors.refuses(request, scheme, authority)
                ? "Pages of this origin may not use this server."
                : null;
    }

    /**
     * Adds the headers that a handler may replace; called before it sets its own.
     *
     * @param response empty so far
     * @param secure whether the request came over TLS
     */
    public void begin(final MultiMap response, final boolean secure) {
        if (securityHeaders != null) {
            securityHeaders.addTo(response, secure);
        }
    }

    /**
     * Adds what depends on the headers that the handler has set; called once, at last.
     *
     * @param response the headers of the answer
     * @param request the headers of the request
     */
    public void complete(final MultiMap response, final MultiMap request) {
        if (cors != null) {
            cors.addTo(response, request);
        }
    }
}
