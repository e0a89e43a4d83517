package org.jzenith.rest.internal.route;

import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All resource methods and sub-resource locators, matched as in section 3.7.2 of Jakarta REST: first the root resource
 * classes whose path fits best, then of their methods those whose path fits best, then of these the one whose media
 * types fit best. The time that a match takes depends on the path, not on the number of methods. Made once at start;
 * immutable for those who use it, and safe for use by many threads.
 *
 * @param <T> the type of methods and locators
 */
public final class MethodTable<T> {

    /** The parameter of the chosen media type by which RESTEasy says that the method itself has {@code @Produces}. */
    static final String SERVER_HAS_PRODUCES = "RESTEASY-SERVER-HAS-PRODUCES";

    /**
     * A resource method, or a sub-resource locator, which has no HTTP methods and takes any media types.
     *
     * @param classTemplate the path of its root resource class, as in {@code @Path}; empty in the table of a
     *     sub-resource
     * @param template the path of the class and the method
     * @param httpMethods its HTTP methods, in upper and lower case as clients send them; empty for a locator
     * @param body the request bodies that it takes
     * @param result the media types of its results
     * @param target the method or locator
     * @param <T> the type of methods and locators
     */
    public record Entry<T>(
            String classTemplate, String template, Set<String> httpMethods, Body body, Result result, T target) {

        /**
         * Creates the entry of a sub-resource locator.
         *
         * @param classTemplate the path of its root resource class
         * @param template the path of the class and the locator
         * @param target the locator
         * @param <T> the type of methods and locators
         * @return an entry without HTTP methods
         */
        public static <T> Entry<T> ofLocator(final String classTemplate, final String template, final T target) {
            return new Entry<>(
                    classTemplate,
                    template,
                    Set.of(),
                    new Body(List.of(), false),
                    new Result(List.of(), false, false),
                    target);
        }
    }

    /**
     * The request bodies of a method.
     *
     * @param types the media types of {@code @Consumes} of the method or its class; empty if there is none
     * @param isExpected true if a parameter is the body
     */
    public record Body(List<MediaType> types, boolean isExpected) {}

    /**
     * The results of a method.
     *
     * @param types the media types of {@code @Produces} of the method or its class; empty if there is none
     * @param isOfMethod true if the method itself, not its class, has {@code @Produces}
     * @param isNegotiated true if the {@code Accept} header decides the type
     */
    public record Result(List<MediaType> types, boolean isOfMethod, boolean isNegotiated) {}

    /**
     * The method or locator for a request.
     *
     * @param target the method or locator
     * @param names the names of the path's parameters, in their order in the path; a name may occur twice
     * @param chosen the response's media type, as in RESTEasy's attribute {@code RESTEASY_CHOSEN_ACCEPT}, which may
     *     have wildcards; {@code *}{@code /*} for a locator
     * @param negotiated true if another {@code Accept} may select another method or another type
     * @param <T> the type of methods and locators
     */
    public record Selection<T>(T target, List<String> names, MediaType chosen, boolean negotiated) {

        Selection<T> asNegotiated() {
            return negotiated ? this : new Selection<>(target, names, chosen, true);
        }
    }

    /**
     * Returns media types without the weights {@code q} and {@code qs}.
     *
     * @param types may repeat a type with another weight
     * @return each type once
     */
    public static Set<MediaType> withoutWeights(final Collection<MediaType> types) {
        final Set<MediaType> plain = new HashSet<>();
        for (final MediaType type : types) {
            final Map<String, String> parameters = new HashMap<>(type.getParameters());
            parameters.keySet().removeIf(MediaMatch::isWeight);
            plain.add(new MediaType(type.getType(), type.getSubtype(), parameters));
        }
        return plain;
    }

    /**
     * Two methods, or two locators, of which either could be selected for the same request.
     *
     * @param first by which the caller knows the one
     * @param second by which the caller knows the other
     * @param request the HTTP method, if there is one, and the template of the path
     * @param <T> the type of methods and locators
     */
    public record Conflict<T>(T first, T second, String request) {}

    /**
     * A method or locator that no request reaches.
     *
     * @param target by which the caller knows it
     * @param taking the method or locator that gets its requests, or one of the class
     * @param byClass true if the class gets its requests, and none of its methods takes them
     * @param template the template of the path
     * @param <T> the type of methods and locators
     */
    public record Hidden<T>(T target, T taking, boolean byClass, String template) {}

    private final PathNode<T> root;

    private MethodTable(final PathNode<T> root) {
        this.root = root;
    }

    /**
     * Makes a table.
     *
     * @param methods all methods and locators; of two that fit equally well the first is selected
     * @param <T> the type of methods and locators
     * @return a new table
     * @throws IllegalArgumentException if a path is not a template
     */
    public static <T> MethodTable<T> of(final List<Entry<T>> methods) {
        return new MethodTable<>(PathNode.of(new RouteOrder<>(methods).routes()));
    }

    /**
     * Finds methods between which Jakarta REST does not decide (section 3.7.2).
     *
     * @param methods all methods and locators
     * @param <T> the type of methods and locators
     * @return pairs; if there are more than two equal ones, each with the first of them
     * @throws IllegalArgumentException if a path is not a template
     */
    public static <T> List<Conflict<T>> conflicts(final List<Entry<T>> methods) {
        return SameRequests.of(methods);
    }

    /**
     * Finds methods and locators that no request reaches, because another class or method fits all their paths better.
     *
     * @param methods all methods and locators
     * @param <T> the type of methods and locators
     * @return empty for most applications
     */
    public static <T> List<Hidden<T>> hidden(final List<Entry<T>> methods) {
        return HiddenMethods.of(methods);
    }

    /**
     * The names of the parameters of a path.
     *
     * @param template the template of {@code @Path}
     * @return in their order in the path; a name may occur twice
     * @throws IllegalArgumentException if the path is not a template; the message says why
     */
    public static List<String> parameterNames(final String template) {
        return new PathPattern(template).names();
    }

    /**
     * The exception for a path that nothing matches.
     *
     * @return a new exception without a stack trace
     */
    public static NotFoundException notFound() {
        return Refusals.notFound();
    }

    /**
     * Finds the route of a path.
     *
     * @param uri holds the encoded path. Matrix parameters are ignored, and so is one trailing slash, unless only the
     *     path with the slash matches
     * @param start the index of the slash that starts the path
     * @param end the end of the path
     * @return null if no route matches
     */
    public @Nullable Match<T> match(final String uri, final int start, final int end) {
        final int semicolon = uri.indexOf(';', start);
        if (semicolon < 0 || semicolon >= end) {
            return search(uri, start, withoutSlash(uri, start, end));
        }
        final String path = withoutMatrixParameters(uri, start, end);
        return search(path, start, withoutSlash(path, start, path.length()));
    }

    private static int withoutSlash(final String path, final int start, final int end) {
        return end > start && path.charAt(end - 1) == '/' ? end - 1 : end;
    }

    private static String withoutMatrixParameters(final String uri, final int start, final int end) {
        final StringBuilder path = new StringBuilder(end).append(uri, 0, start);
        boolean isParameter = false;
        for (int i = start; i < end; i++) {
            final char character = uri.charAt(i);
            isParameter = character == ';' || (isParameter && character != '/');
            if (!isParameter) {
                path.append(character);
            }
        }
        return path.toString();
    }

    /** Tries the trailing slash if nothing matches without it: an expression may match the empty text after the slash. */
    private @Nullable Match<T> search(final String path, final int start, final int end) {
        if (start == end || path.charAt(start) == '/') {
            final Match<T> match = new Match<>(path, start, end);
            root.search(match, start);
            if (match.isFound()) {
                return match;
            }
        }
        return end < path.length() && path.charAt(end) == '/' ? search(path, start, end + 1) : null;
    }

    /**
     * A path, and the methods or the locator that stand there. For one thread.
     *
     * @param <T> the type of methods and locators
     */
    public static final class Match<T> {

        private final String path;
        private final int start;
        private final int end;

        /** The best so far, while the tree is searched. */
        private @Nullable Route<T> route;

        private @Nullable Matcher matcher;

        Match(final String path, final int start, final int end) {
            this.path = path;
            this.start = start;
            this.end = end;
        }

        /**
         * The locator at this path.
         *
         * @return null if methods stand there
         */
        public @Nullable Selection<T> locator() {
            return route().locator();
        }

        /**
         * Selects the method. Header values are parsed only if the choice depends on them.
         *
         * @param httpMethod the HTTP method of the request
         * @param contentType the content type of the request; null if there is none
         * @param accept the request's Accept header, several values joined by commas; null if there is none
         * @return null if the method is {@code OPTIONS} and {@link #options} is the response
         * @throws ClientErrorException without a stack trace: 405, 415, 406, or 400 if a header value that matters is malformed
         * @throws IllegalStateException if a locator stands here
         */
        public @Nullable Selection<T> select(
                final String httpMethod, final @Nullable String contentType, final @Nullable String accept) {
            final Candidates<T> candidates = methods().get(httpMethod);
            if (candidates != null) {
                return candidates.select(contentType, accept);
            }
            if (httpMethod.equals(HttpMethod.OPTIONS)) {
                return null;
            }
            throw Refusals.notAllowed(allow());
        }

        /**
         * Returns the response to {@code OPTIONS} where no method declares it.
         *
         * @return a new response
         * @throws IllegalStateException if the route is a locator
         */
        public Response options() {
            final String allow = allow();
            final Response.ResponseBuilder response =
                    Response.ok(allow, MediaType.TEXT_PLAIN_TYPE).header(HttpHeaders.ALLOW, allow);
            Candidates.ACCEPT_HEADERS.forEach((httpMethod, header) -> {
                final Candidates<T> candidates = methods().get(httpMethod);
                if (candidates != null && !candidates.consumedTexts().isEmpty()) {
                    response.header(header, String.join(", ", candidates.consumedTexts()));
                }
            });
            return response.build();
        }

        private String allow() {
            final Set<String> allowed = new TreeSet<>(methods().keySet());
            allowed.add(HttpMethod.OPTIONS);
            return String.join(", ", allowed);
        }

        /**
         * The value of a parameter of the path.
         *
         * @param parameter its index in {@link Selection#names}
         * @return the value, encoded as in the path
         */
        public String value(final int parameter) {
            if (matcher != null) {
                return matcher.group(route().path().place(parameter));
            }
            final int begin = valueStart(parameter);
            return path.substring(begin, PathNode.endOfSegment(path, begin, end));
        }

        /**
         * Returns the start of a parameter's value. The slashes before it, except the first, separate the path segments
         * before it.
         *
         * @param parameter its index in {@link Selection#names}
         * @return an index of {@link #path}
         */
        public int valueStart(final int parameter) {
            final int place = route().path().place(parameter);
            return matcher == null ? slash(place) + 1 : matcher.start(place);
        }

        /**
         * The path without matrix parameters.
         *
         * @return the string that was given if it has none
         */
        public String path() {
            return path;
        }

        /**
         * The end of the path, which includes a trailing slash only if the match needs it.
         *
         * @return an index of {@link #path}
         */
        public int end() {
            return end;
        }

        /**
         * Returns the end of the part of the path that the resource class matches.
         *
         * @return an index of {@link #path}
         */
        public int classEnd() {
            final Pattern pattern = route().classPattern();
            return pattern == null
                    ? slash(route().classPath().segments().size())
                    : restStart(Objects.requireNonNull(PathPattern.match(pattern, path, start, end)));
        }

        /**
         * Returns the end of the part of the path that the locator matches.
         *
         * @return an index of {@link #path}
         */
        public int locatorEnd() {
            return matcher == null ? slash(route().path().segments().size()) : restStart(matcher);
        }

        /**
         * Finds the route of the rest of the path, behind the locator.
         *
         * @param table the table of the sub-resource
         * @param <U> the type of its methods and locators
         * @return null if no route matches
         */
        public <U> @Nullable Match<U> matchRest(final MethodTable<U> table) {
            return table.search(path, locatorEnd(), end);
        }

        int start() {
            return start;
        }

        int rank() {
            return route == null ? Integer.MAX_VALUE : route.rank();
        }

        void offer(final Route<T> offered, final @Nullable Matcher itsMatcher) {
            if (offered.rank() < rank()) {
                route = offered;
                matcher = itsMatcher;
            }
        }

        @Nullable
        Route<T> best() {
            return route;
        }

        private boolean isFound() {
            return route != null && (route.methods() != null || route.locator() != null);
        }

        private Route<T> route() {
            return Objects.requireNonNull(route);
        }

        private Map<String, Candidates<T>> methods() {
            final Map<String, Candidates<T>> methods = route().methods();
            if (methods == null) {
                throw new IllegalStateException("There is a sub-resource locator at " + path + ".");
            }
            return methods;
        }

        private int restStart(final Matcher prefix) {
            final int rest = prefix.start(prefix.groupCount());
            return rest < 0 ? end : rest;
        }

        /** The slash before a segment, or the end behind the last. */
        private int slash(final int segment) {
            int slash = start;
            for (int i = 0; i < segment; i++) {
                slash = PathNode.endOfSegment(path, slash + 1, end);
            }
            return slash;
        }
    }
}
