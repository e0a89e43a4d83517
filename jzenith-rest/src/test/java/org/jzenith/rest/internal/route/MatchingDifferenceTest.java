package org.jzenith.rest.internal.route;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jboss.resteasy.core.LocatorRegistry;
import org.jboss.resteasy.core.ResourceLocatorInvoker;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.ResourceMethodRegistry;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jboss.resteasy.core.registry.RootClassNode;
import org.jboss.resteasy.core.registry.RootNode;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jboss.resteasy.mock.MockHttpRequest;
import org.jboss.resteasy.mock.MockHttpResponse;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jboss.resteasy.spi.LoggableFailure;
import org.jboss.resteasy.spi.ResourceInvoker;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.metadata.ResourceClass;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.internal.route.MethodTable.Entry;
import org.jzenith.rest.internal.route.MethodTable.Match;
import org.jzenith.rest.internal.route.MethodTable.Selection;

/** Thousands of requests to many sets of resources: the same method answers as in RESTEasy, or a row says why not. */
final class MatchingDifferenceTest {

    private static final int SETS = 24;
    private static final int REQUESTS = 500;

    private static final List<String> HTTP_METHODS = List.of(
            "GET", "GET", "GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "get", "REPORT");
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json",
            "text/plain",
            "text/html",
            "application/xml",
            "text/xml",
            "text/plain;charset=utf-8",
            "application/vnd.api+json;version=1",
            "application/vnd.api+json;version=2",
            "application/x-www-form-urlencoded",
            "multipart/form-data;boundary=x",
            "application/merge-patch+json",
            "application/octet-stream",
            "image/png");
    private static final List<String> RANGES = List.of("*/*", "text/*", "application/*", "image/*");
    private static final List<String> WEIGHTS = List.of("", "", "", "", ";q=1", ";q=0.9", ";q=0.5", ";q=0.1", ";q=0");
    private static final List<String> VALUES = List.of(
            "17",
            "2024",
            "me",
            "count",
            "x",
            "y",
            "boom",
            "a",
            "b",
            "ab",
            "lit",
            "longliteral",
            "loc",
            "z1",
            "deep",
            "in",
            "own",
            "more",
            "v1.2",
            "a.b",
            "a.b.c",
            "a-b-c",
            "2024-05",
            "axbx",
            "x1-2-3",
            "pasb",
            "%20",
            "a%20b",
            "%C3%A4",
            "~",
            "a+b",
            "a@b",
            "num",
            "users",
            "fin",
            "x.txt",
            "slash",
            "aa",
            "abab",
            "static",
            "items",
            "sub",
            "tail");

    /** Requests that random generation would rarely make. */
    private static final List<Sent> SELDOM = List.of(
            new Sent("PATCH", "/contents", "application/json", List.of()),
            new Sent("POST", "/contents", "text/html", List.of("text/plain, */*;q=0.1")),
            new Sent("GET", "/groups/1xx", null, List.of()),
            new Sent("GET", "/g/abab/me/x", null, List.of()),
            new Sent("GET", "/g/ab/end", null, List.of()),
            new Sent("GET", "/files/a-b-c", null, List.of()),
            new Sent("GET", "/", null, List.of("")),
            new Sent("GET", "/users/me", null, List.of("application/json;q=0, */*")));

    private final ResteasyProviderFactory providers = new ResteasyProviderFactoryImpl();
    private final Random random = new Random(20_24);
    private final Map<MatchingDifference, Integer> rows = new EnumMap<>(MatchingDifference.class);
    private final Map<Class<?>, List<Entry<ResourceLocator>>> subMethods = new HashMap<>();
    private final Map<Class<?>, MethodTable<ResourceLocator>> subTables = new HashMap<>();
    private final Map<ResourceLocator, ResourceInvoker> invokers = new HashMap<>();
    private final Map<Class<?>, LocatorRegistry> subRegistries = new HashMap<>();

    /** The resources of one round, registered with jZenith and with RESTEasy. */
    private final class Resources {

        private final ResourceMethodRegistry resteasy = new ResourceMethodRegistry(providers);
        private final List<Entry<ResourceLocator>> methods = new ArrayList<>();
        private List<Entry<ResourceLocator>> inOrder = List.of();
        private final MethodTable<ResourceLocator> table;
        private final SpecifiedMatching<ResourceLocator> specified;

        /**
         * Returns the entries in an order that does not depend on the JVM, which lists the methods of a class in any
         * order.
         */
        List<Entry<ResourceLocator>> inOrder() {
            if (inOrder.isEmpty()) {
                inOrder = methods.stream()
                        .sorted(Comparator.comparing(entry ->
                                entry.template() + entry.target().getMethod().toGenericString()))
                        .toList();
            }
            return inOrder;
        }

        Resources(final List<Class<?>> types) {
            for (final Class<?> type : types) {
                final ResourceClass metadata = providers.getResourceBuilder().getRootResourceFromAnnotations(type);
                resteasy.addResourceFactory(null, null, metadata);
                methods.addAll(methods(metadata));
            }
            table = MethodTable.of(methods);
            specified = new SpecifiedMatching<>(methods);
        }
    }

    private record Sent(
            String httpMethod, String path, @Nullable String contentType, List<String> accept) {

        MockHttpRequest request() {
            final MockHttpRequest request = MockHttpRequest.create(
                    httpMethod, URI.create("http://localhost" + path), URI.create("http://localhost"));
            if (contentType != null) {
                request.header(HttpHeaders.CONTENT_TYPE, contentType);
            }
            accept.forEach(value -> request.header(HttpHeaders.ACCEPT, value));
            return request;
        }

        @Nullable
        String accepted() {
            return accept.isEmpty() ? null : String.join(", ", accept);
        }
    }

    private List<Entry<ResourceLocator>> methods(final ResourceClass type) {
        final String classTemplate = Objects.requireNonNullElse(type.getPath(), "");
        final List<Entry<ResourceLocator>> methods = new ArrayList<>();
        for (final ResourceMethod method : type.getResourceMethods()) {
            methods.add(new Entry<>(
                    classTemplate,
                    Objects.requireNonNullElse(method.getFullpath(), ""),
                    method.getHttpMethods(),
                    new MethodTable.Body(
                            List.of(method.getConsumes()),
                            providers
                                    .getInjectorFactory()
                                    .createMethodInjector(method, providers)
                                    .expectsBody()),
                    new MethodTable.Result(
                            List.of(method.getProduces()),
                            new ResourceMethodInvoker(method, providers.getInjectorFactory(), null, providers)
                                    .hasProduces(),
                            false),
                    method));
        }
        for (final ResourceLocator locator : type.getResourceLocators()) {
            methods.add(Entry.ofLocator(classTemplate, locator.getFullpath(), locator));
        }
        return methods;
    }

    @Test
    void requestsAreMatchedAsInResteasyOrARowSaysWhyNot() {
        final List<String> unexplained = new ArrayList<>();
        final Resources all = new Resources(MatchedResources.ALL);
        SELDOM.forEach(sent -> compare(all, sent, unexplained));
        final Resources nothingLeft = new Resources(List.of(MatchedResources.NothingLeft.class));
        for (final String path : List.of("/", "/x", "/x/17")) {
            for (final String httpMethod : List.of("GET", "POST", "OPTIONS")) {
                compare(nothingLeft, new Sent(httpMethod, path, null, List.of()), unexplained);
            }
        }
        for (int i = 0; i < SETS; i++) {
            final List<Class<?>> types = new ArrayList<>(MatchedResources.ALL);
            Collections.shuffle(types, random);
            final Resources resources = new Resources(types.subList(0, i == 0 ? types.size() : 3 + random.nextInt(8)));
            for (int j = 0; j < REQUESTS; j++) {
                compare(resources, request(resources), unexplained);
            }
        }
        assertThat(unexplained.stream().limit(20))
                .as("%s, rows %s", unexplained.size(), rows)
                .isEmpty();
        assertThat(rows.keySet()).as("rows that are needed").containsExactly(MatchingDifference.values());
    }

    @Test
    void eachRowHasAReason() {
        assertThat(MatchingDifference.values()).allMatch(row -> row.reason().matches("(Jakarta REST|RFC 9110).*[.]"));
    }

    private void compare(final Resources resources, final Sent sent, final List<String> unexplained) {
        final String ours = ours(resources, sent);
        final String specified = specified(resources, sent);
        final String theirs = theirs(resources, sent);
        if (!ours.equals(theirs)) {
            final MatchingDifference row = row(resources, sent, ours, theirs);
            if (row != null) {
                rows.merge(row, 1, Integer::sum);
            } else {
                unexplained.add(sent + "\n  ours:   " + ours + "\n  theirs: " + theirs);
            }
        }
        if (!ours.equals(specified)) {
            unexplained.add(sent + "\n  ours:   " + ours + "\n  specified: " + specified);
        }
    }

    // Requests

    private Sent request(final Resources resources) {
        return new Sent(
                pick(HTTP_METHODS),
                path(resources),
                random.nextInt(3) > 0 ? null : pick(TYPES),
                random.nextInt(3) == 0 ? List.of() : accept());
    }

    private <V> V pick(final List<V> values) {
        return values.get(random.nextInt(values.size()));
    }

    private List<String> accept() {
        final List<String> lines = new ArrayList<>();
        for (int line = random.nextInt(8) / 7; line >= 0; line--) {
            final List<String> elements = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                elements.add((random.nextInt(3) == 0 ? pick(RANGES) : pick(TYPES)) + pick(WEIGHTS));
            }
            lines.add(String.join(random.nextBoolean() ? "," : ", ", elements));
        }
        return lines;
    }

    private String path(final Resources resources) {
        String template = pick(resources.inOrder()).template();
        if (pick(resources.inOrder()).httpMethods().isEmpty() && random.nextBoolean()) {
            template += pick(List.of("/x/17", "/more", "/more/x/5", "/more/a/b", "/more/7/7/y"));
        }
        final PathPattern pattern = new PathPattern(template);
        String path = "/" + template.replaceFirst("^/", "").replaceFirst("/$", "");
        for (final String name : pattern.names()) {
            path = path.replaceFirst("\\{\\s*" + name + "\\s*(:(?:[^{}]|\\{[^{}]*})*)?}", values());
        }
        path = path.replace(" ", "%20")
                .replace("ä", "%C3%A4")
                .replace("|", "%7C")
                .replace("^", "%5E")
                .replace("\\", "%5C");
        return mutated(path);
    }

    private String values() {
        String value = pick(VALUES);
        while (random.nextInt(6) == 0) {
            value += "/" + pick(VALUES);
        }
        return value;
    }

    private String mutated(final String path) {
        final List<String> segments = new ArrayList<>(List.of(path.substring(1).split("/", -1)));
        final int at = random.nextInt(segments.size());
        switch (random.nextInt(14)) {
            case 0 -> segments.set(at, pick(VALUES));
            case 1 -> segments.add(at, pick(VALUES));
            case 2 -> segments.remove(at);
            case 3 -> segments.add(pick(VALUES));
            case 4 -> segments.set(at, segments.get(at) + ";k=v;w");
            case 5 -> segments.add("");
            case 6 -> segments.add(at, "");
            case 7 -> {
                segments.set(at, segments.get(at) + ";k=v");
                segments.add("");
            }
            case 8 -> segments.add(";k=v");
            default -> {
                // as it is
            }
        }
        return "/" + String.join("/", segments);
    }

    // Responses

    private String ours(final Resources resources, final Sent sent) {
        return ours(resources.table, sent, this::table);
    }

    /** Returns RESTEasy's result with only the candidates of the specification in its tables. */
    private String specified(final Resources resources, final Sent sent) {
        final String path = sent.path.replaceAll(";[^/]*", "").replaceFirst("/$", "");
        return ours(
                MethodTable.of(resources.specified.candidates(relative(path, 0))),
                sent,
                (locator, rest) -> MethodTable.of(
                        new SpecifiedMatching<>(subMethods(locator.getMethod().getReturnType()))
                                .candidates(relative(rest, 0))));
    }

    private String ours(
            final MethodTable<ResourceLocator> table,
            final Sent sent,
            final BiFunction<ResourceLocator, String, MethodTable<ResourceLocator>> subTable) {
        final Map<String, List<String>> parameters = new TreeMap<>();
        final List<String> matched = new ArrayList<>();
        final StringBuilder locators = new StringBuilder();
        try {
            Match<ResourceLocator> match = table.match(sent.path, 0, sent.path.length());
            boolean isRoot = true;
            while (match != null) {
                if (isRoot) {
                    matched.add(0, trimmed(match.path().substring(0, match.classEnd())));
                    isRoot = false;
                }
                final Selection<ResourceLocator> locator = match.locator();
                if (locator == null) {
                    final Selection<ResourceLocator> selection =
                            match.select(sent.httpMethod, sent.contentType, sent.accepted());
                    if (selection == null) {
                        return locators + options(match.options());
                    }
                    addParameters(parameters, match, selection);
                    return locators + name(selection.target()) + " " + selection.chosen() + " " + parameters + " "
                            + matched;
                }
                addParameters(parameters, match, locator);
                matched.add(0, trimmed(match.path().substring(0, match.locatorEnd())));
                locators.append(name(locator.target())).append(" > ");
                match = match.matchRest(
                        subTable.apply(locator.target(), match.path().substring(match.locatorEnd(), match.end())));
            }
            return locators + "404";
        } catch (final WebApplicationException e) {
            return locators + failure(e);
        }
    }

    private MethodTable<ResourceLocator> table(final ResourceLocator locator, final String rest) {
        return subTables.computeIfAbsent(locator.getMethod().getReturnType(), type -> MethodTable.of(subMethods(type)));
    }

    private List<Entry<ResourceLocator>> subMethods(final Class<?> type) {
        return subMethods.computeIfAbsent(
                type, missing -> methods(providers.getResourceBuilder().getLocatorFromAnnotations(type)));
    }

    private static String trimmed(final String path) {
        return path.replaceFirst("^/", "").replaceFirst("/$", "");
    }

    private static void addParameters(
            final Map<String, List<String>> parameters,
            final Match<ResourceLocator> match,
            final Selection<ResourceLocator> selection) {
        for (int i = 0; i < selection.names().size(); i++) {
            final String value = match.value(i);
            final long segment = match.path()
                            .substring(0, match.valueStart(i))
                            .chars()
                            .filter(c -> c == '/')
                            .count()
                    - 1;
            parameters
                    .computeIfAbsent(selection.names().get(i), missing -> new ArrayList<>())
                    .add(value + "@" + Math.max(0, segment));
        }
    }

    private String theirs(final Resources resources, final Sent sent) {
        return theirs(
                sent,
                (request, subResource) -> subResource == null
                        ? resources.resteasy.getResourceInvoker(request)
                        : subRegistries
                                .computeIfAbsent(subResource, type -> new LocatorRegistry(type, providers))
                                .getResourceInvoker(request));
    }

    @FunctionalInterface
    private interface Finder {
        ResourceInvoker find(MockHttpRequest request, @Nullable Class<?> subResource);
    }

    private String theirs(final Sent sent, final Finder finder) {
        final StringBuilder locators = new StringBuilder();
        try {
            final MockHttpRequest request = sent.request();
            ResourceInvoker invoker = finder.find(request, null);
            while (invoker instanceof ResourceLocatorInvoker locator) {
                locators.append(name(locator.getMethod())).append(" > ");
                invoker = finder.find(request, locator.getMethod().getReturnType());
            }
            if (!(invoker instanceof ResourceMethodInvoker)) {
                return locators + options(invoker.invoke(request, new MockHttpResponse()));
            }
            final ResteasyUriInfo uri = request.getUri();
            return locators
                    + name(invoker.getMethod())
                    + " "
                    + request.getAttribute(SegmentNode.RESTEASY_CHOSEN_ACCEPT)
                    + " "
                    + parameters(uri)
                    + " "
                    + uri.getMatchedURIs(false);
        } catch (final WebApplicationException e) {
            return locators + failure(e);
        } catch (final LoggableFailure e) {
            return locators + "" + e.getErrorCode();
        }
    }

    /** Returns the parameters with the number of the segment in which each value begins. */
    private static Map<String, List<String>> parameters(final ResteasyUriInfo uri) {
        final Map<String, List<String>> parameters = new TreeMap<>();
        uri.getPathParameters(false).forEach((name, values) -> {
            final List<PathSegment[]> segments =
                    uri.getEncodedPathParameterPathSegments().get(name);
            for (int i = 0; i < values.size(); i++) {
                parameters
                        .computeIfAbsent(name, missing -> new ArrayList<>())
                        .add(values.get(i) + "@" + indexOf(uri.getPathSegments(false), segments.get(i)[0]));
            }
        });
        return parameters;
    }

    private static int indexOf(final List<PathSegment> segments, final PathSegment wanted) {
        for (int i = 0; i < segments.size(); i++) {
            if (segments.get(i) == wanted) {
                return i;
            }
        }
        throw new AssertionError(wanted);
    }

    private static String failure(final WebApplicationException e) {
        return e instanceof NotAllowedException
                ? "405 " + set(e.getResponse().getHeaderString("Allow"))
                : "" + e.getResponse().getStatus();
    }

    private static String options(final Response response) {
        return "OPTIONS " + set(response.getHeaderString("Allow")) + set(String.valueOf(response.getEntity()))
                + set(response.getHeaderString("Accept-Patch")) + response.getMediaType();
    }

    private static Set<String> set(final @Nullable String header) {
        return header == null ? Set.of() : new TreeSet<>(Arrays.asList(header.split(", ")));
    }

    private static String name(final ResourceLocator method) {
        return name(method.getMethod());
    }

    private static String name(final java.lang.reflect.Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    // Reasons of differences

    /** RESTEasy among those methods only that are candidates by the specification. */
    private String steered(final Resources resources, final Sent sent) {
        return theirs(sent, (request, subResource) -> {
            final String path = request.getUri().getMatchingPath();
            if (subResource == null) {
                final RootClassNode root = new RootClassNode();
                for (final Entry<ResourceLocator> method : resources.specified.candidates(relative(path, 0))) {
                    root.addInvoker(encoded(method.classTemplate()), encoded(method.template()), invoker(method));
                }
                return root.match(request, 0);
            }
            final int start = request.getUri().getEncodedMatchedPaths().get(0).length();
            final RootNode root = new RootNode();
            for (final Entry<ResourceLocator> method :
                    new SpecifiedMatching<>(subMethods(subResource)).candidates(relative(path, start))) {
                root.addInvoker(encoded(method.template()), invoker(method));
            }
            return root.match(request, start);
        });
    }

    private static String relative(final String path, final int start) {
        return path.substring(start < path.length() && path.charAt(start) == '/' ? start + 1 : start);
    }

    private static String encoded(final String template) {
        return UriBuilder.fromPath(template).toTemplate();
    }

    private ResourceInvoker invoker(final Entry<ResourceLocator> method) {
        return invokers.computeIfAbsent(
                method.target(),
                target -> target instanceof ResourceMethod resourceMethod
                        ? new ResourceMethodInvoker(resourceMethod, providers.getInjectorFactory(), null, providers)
                        : new ResourceLocatorInvoker(null, providers.getInjectorFactory(), providers, target));
    }

    private @Nullable MatchingDifference row(
            final Resources resources, final Sent sent, final String ours, final String theirs) {
        final Sent plain =
                new Sent(sent.httpMethod, sent.path.replaceFirst("/(;[^/]*)+$", ""), sent.contentType, sent.accept);
        if (!plain.path.equals(sent.path) && ours.equals(ours(resources, plain))) {
            final String theirsOfPlain = theirs(resources, plain);
            return ours.equals(theirsOfPlain) || row(resources, plain, ours, theirsOfPlain) != null
                    ? MatchingDifference.MATRIX_PARAMETERS_AT_THE_END
                    : null;
        }
        final String path = sent.path.replaceAll(";[^/]*", "");
        final String steered = steered(resources, sent);
        if (ours.equals(steered)) {
            return rowOfPaths(resources, trimmed(path), ours, theirs);
        }
        if (path.contains("//")) {
            return MatchingDifference.EMPTY_SEGMENT;
        }
        if (!sent.httpMethod.equals(sent.httpMethod.toUpperCase(Locale.ROOT))) {
            return ours.contains("405 ") ? MatchingDifference.HTTP_METHOD_CASE : null;
        }
        if (elements(sent).anyMatch(element -> element.endsWith(";q=0"))) {
            return isNotAcceptable(resources, sent, ours) || method(ours).equals(method(theirs))
                    ? MatchingDifference.NOT_ACCEPTABLE
                    : null;
        }
        if (ours.contains("Expressions.spaced")) {
            return MatchingDifference.SPACE_BEHIND_EXPRESSION;
        }
        if (withoutValues(ours).equals(withoutValues(steered))) {
            return ours.contains("Expressions.inner")
                    ? MatchingDifference.NESTED_GROUPS
                    : MatchingDifference.LAZY_PARAMETER;
        }
        return sent.contentType != null && ours.contains("Contents.") ? MatchingDifference.OTHER_CONTENT : null;
    }

    /** The method that was chosen, without the type and the values. */
    private static String method(final String result) {
        return result.substring(0, Math.max(0, result.indexOf(' ')));
    }

    private static Stream<String> elements(final Sent sent) {
        return sent.accept.stream().flatMap(line -> Arrays.stream(line.split(", ?")));
    }

    /** True if only media types of weight 0 make the difference: without them RESTEasy responds the same, or picks one of them. */
    private boolean isNotAcceptable(final Resources resources, final Sent sent, final String ours) {
        final List<String> accepted =
                elements(sent).filter(element -> !element.endsWith(";q=0")).toList();
        if (accepted.isEmpty()) {
            return ours.endsWith("406");
        }
        final String theirs = steered(resources, new Sent(sent.httpMethod, sent.path, sent.contentType, accepted));
        return withoutValues(ours).equals(withoutValues(theirs))
                || elements(sent)
                        .filter(element -> element.endsWith(";q=0"))
                        .anyMatch(element -> theirs.contains(
                                element.substring(0, element.indexOf(';')).replace("*", "")));
    }

    private static String withoutValues(final String answer) {
        return answer.replaceFirst("\\{.*}", "");
    }

    /** Finds the row of a request that RESTEasy answers in the same way when it has only the candidates. */
    private static @Nullable MatchingDifference rowOfPaths(
            final Resources resources, final String path, final String ours, final String theirs) {
        final List<Entry<ResourceLocator>> candidates = resources.specified.candidates(path);
        if (theirs.equals("404")) {
            return resources.specified.withoutSubResources(path).isEmpty()
                    ? null
                    : MatchingDifference.CLASS_WITHOUT_SUB_RESOURCES;
        }
        if (theirs.startsWith("NothingLeft.rest")) {
            return path.isEmpty() ? MatchingDifference.NOTHING_LEFT : null;
        }
        final MatchingDifference ofTemplates = ours.contains("405 ") || ours.contains("OPTIONS ")
                ? MatchingDifference.HTTP_METHOD_OF_LESSER_TEMPLATE
                : MatchingDifference.BEST_TEMPLATE_ALONE;
        if (theirs.contains(" > ")) {
            return ofTemplates;
        }
        if (candidates.isEmpty()) {
            return null;
        }
        final PathPattern ourClass = SpecifiedMatching.classPath(candidates.get(0));
        for (final Entry<ResourceLocator> other : resources.specified.matching(path)) {
            final PathPattern otherClass = SpecifiedMatching.classPath(other);
            if (theirs.startsWith(name(other.target()) + " ")
                    && !ourClass.regex().equals(otherClass.regex())) {
                return ourClass.compareBestFirst(otherClass) < 0
                                && ourClass.names().size() > otherClass.names().size()
                        ? MatchingDifference.CAPTURING_GROUPS
                        : null;
            }
        }
        return resources.specified.matching(path).stream()
                        .anyMatch(other -> ourClass.regex()
                                        .equals(SpecifiedMatching.classPath(other)
                                                .regex())
                                && !candidates.contains(other))
                ? ofTemplates
                : null;
    }
}
