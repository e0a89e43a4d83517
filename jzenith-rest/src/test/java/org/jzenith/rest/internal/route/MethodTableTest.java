package org.jzenith.rest.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.internal.route.MethodTable.Entry;
import org.jzenith.rest.internal.route.MethodTable.Match;
import org.jzenith.rest.internal.route.MethodTable.Selection;

/** The selection of a request's method. {@link MatchingDifferenceTest} compares it with RESTEasy. */
final class MethodTableTest {

    private final List<Entry<String>> methods = new ArrayList<>();

    private MethodTableTest get(final String classTemplate, final String template) {
        return add(classTemplate, template, "GET", List.of(), List.of());
    }

    private MethodTableTest locator(final String classTemplate, final String template) {
        methods.add(Entry.ofLocator(classTemplate, classTemplate + template, "> " + template));
        return this;
    }

    private MethodTableTest add(
            final String classTemplate,
            final String template,
            final String httpMethod,
            final List<String> consumes,
            final List<String> produces) {
        methods.add(new Entry<>(
                classTemplate,
                classTemplate + template,
                Set.of(httpMethod),
                new MethodTable.Body(consumes.stream().map(MediaType::valueOf).toList(), !consumes.isEmpty()),
                new MethodTable.Result(produces.stream().map(MediaType::valueOf).toList(), !produces.isEmpty(), false),
                httpMethod + " " + classTemplate + template + String.join(",", consumes) + String.join(",", produces)));
        return this;
    }

    private @Nullable Match<String> find(final String path) {
        return MethodTable.of(methods).match(path, 0, path.length());
    }

    private Match<String> match(final String path) {
        return Objects.requireNonNull(find(path), path);
    }

    private String target(final String path) {
        final Match<String> match = find(path);
        if (match == null) {
            return "404";
        }
        final Selection<String> locator = match.locator();
        return Objects.requireNonNull(locator == null ? match.select("GET", null, null) : locator)
                .target();
    }

    private Selection<String> select(
            final String path,
            final String httpMethod,
            final @Nullable String contentType,
            final @Nullable String accept) {
        return Objects.requireNonNull(match(path).select(httpMethod, contentType, accept));
    }

    @Test
    void theMostLiteralCharactersWinWhereverTheyStand() {
        get("", "/b/{y}").get("", "/{x}/longliteral").get("", "/b/longliterals");
        assertThat(target("/b/longliteral")).isEqualTo("GET /{x}/longliteral");
        assertThat(target("/b/longliterals")).isEqualTo("GET /b/longliterals");
        assertThat(target("/b/x")).isEqualTo("GET /b/{y}");
        assertThat(target("/c/x")).isEqualTo("404");
    }

    @Test
    void aMethodOfAnotherClassIsNotLookedFor() {
        get("/a", "/x").get("", "/a/{y}");
        assertThat(target("/a/x")).isEqualTo("GET /a/x");
        assertThat(target("/a/z")).isEqualTo("404");
        assertThat(target("/b")).isEqualTo("404");
    }

    @Test
    void aClassWithoutSubResourcesTakesItsOwnPathOnly() {
        get("/a/b", "").get("/a", "/{rest: .*}");
        assertThat(target("/a/b")).isEqualTo("GET /a/b");
        assertThat(target("/a/b/c")).isEqualTo("GET /a/{rest: .*}");
    }

    @Test
    void aLiteralDoesNotLoseToAParameterForItsMediaType() {
        add("/m", "/boom", "GET", List.of(), List.of("text/plain"));
        add("/m", "/{any}", "GET", List.of(), List.of("application/json"));
        add("/m", "/{any}", "PUT", List.of(), List.of());
        assertThat(select("/m/boom", "GET", null, "*/*").target()).isEqualTo("GET /m/boomtext/plain");
        final Match<String> boom = match("/m/boom");
        assertThatThrownBy(() -> boom.select("GET", null, "application/json"))
                .isInstanceOf(NotAcceptableException.class);
        assertThatThrownBy(() -> boom.select("PUT", null, null))
                .asInstanceOf(type(NotAllowedException.class))
                .satisfies(e ->
                        assertThat(e.getResponse().getHeaderString("Allow")).isEqualTo("GET, HEAD, OPTIONS"));
        assertThat(select("/m/x", "PUT", null, null).target()).isEqualTo("PUT /m/{any}");
    }

    @Test
    void slashesAtTheEndAndMatrixParametersDoNotCount() {
        get("/a", "/{b}");
        for (final String path : List.of("/a/x", "/a/x/", "/a;k=v/x", "/a/x;k=/;w", "/a/x/;k=v", "/a/x;k=v;w")) {
            assertThat(target(path)).as(path).isEqualTo("GET /a/{b}");
            assertThat(match(path).value(0)).as(path).isEqualTo("x");
        }
        for (final String path :
                List.of("/a", "/a/", "/a//", "//a/x", "/a//x", "/a/x//", "/a/;x", "a/x", "*", "", "/")) {
            assertThat(target(path)).as(path).isEqualTo("404");
        }
    }

    @Test
    void aPathMayBeAPartOfAUri() {
        get("", "").get("", "/x;y/{z}").get("", "/a/{b}");
        final MethodTable<String> table = MethodTable.of(methods);
        final String uri = "/api;v/a/b%20c/?;q=/a";
        final Match<String> match = Objects.requireNonNull(table.match(uri, 6, uri.indexOf('?')));
        assertThat(match.value(0)).isEqualTo("b%20c");
        assertThat(match.path()).isSameAs(uri);
        assertThat(match.path().substring(match.valueStart(0), match.end())).isEqualTo("b%20c");
        assertThat(table.match("/api", 4, 4)).isNotNull();
        assertThat(table.match("/apis", 4, 5)).isNull();
        final String withMatrix = "/api;v/a;k=v/b";
        assertThat(Objects.requireNonNull(table.match(withMatrix, 6, withMatrix.length()))
                        .value(0))
                .isEqualTo("b");
    }

    @Test
    void parametersAreFoundInAnyTemplate() {
        get("/{a}", "/{b: [0-9]+}/{a}").get("/x", "/{n}.{ext}").get("/y", "/{deep: .+}/{v: (\\d)(\\d)}-{w}");
        final Match<String> compiled = match("/1/2/3%2F");
        assertThat(compiled.select("GET", null, null))
                .extracting(Selection::names)
                .isEqualTo(List.of("a", "b", "a"));
        assertThat(List.of(compiled.value(0), compiled.value(1), compiled.value(2)))
                .containsExactly("1", "2", "3%2F");
        final Match<String> twoInSegment = match("/x/a.b.c");
        assertThat(List.of(twoInSegment.value(0), twoInSegment.value(1))).containsExactly("a", "b.c");
        final Match<String> deep = match("/y/1/2/34-5");
        assertThat(List.of(deep.value(0), deep.value(1), deep.value(2))).containsExactly("1/2", "34", "5");
        assertThat(List.of(deep.valueStart(0), deep.valueStart(1), deep.valueStart(2)))
                .containsExactly(3, 7, 10);
        assertThat(deep.classEnd()).isEqualTo(2);
        get("/z", "/{ a }/{b.c : x{2}}-{d_1}");
        assertThat(match("/z/1/xx-2").select("GET", null, null))
                .extracting(Selection::names)
                .isEqualTo(List.of("a", "b.c", "d_1"));
    }

    @Test
    void literalsAreEncodedAsInRequests() {
        get("", "/a b/ä+(x)").get("", "/c%20d/{e}");
        assertThat(target("/a%20b/%C3%A4+(x)")).isEqualTo("GET /a b/ä+(x)");
        assertThat(target("/c%20d/e")).isEqualTo("GET /c%20d/{e}");
    }

    @Test
    void locatorsTakeTheRest() {
        locator("/a", "/{id}").get("/a", "/{id}/own").locator("/{x: z.}", "/{path: .+}/in");
        assertThat(target("/a/1/own")).isEqualTo("GET /a/{id}/own");
        final MethodTable.Body body = new MethodTable.Body(List.of(), false);
        final MethodTable.Result result = new MethodTable.Result(List.of(), false, false);
        final MethodTable<String> rest = MethodTable.of(List.of(
                new Entry<>("", "", Set.of("GET"), body, result, "itself"),
                new Entry<>("", "/x/{y}", Set.of("GET"), body, result, "y")));
        assertThat(found(match("/a/1"), rest)).isEqualTo("> /{id} itself []");
        assertThat(found(match("/a/1/"), rest)).isEqualTo("> /{id} itself []");
        assertThat(found(match("/a;k/1;k/x;k/2;k"), rest)).isEqualTo("> /{id} y [2]");
        assertThat(found(match("/z1/p/q/in/x/2"), rest)).isEqualTo("> /{path: .+}/in y [2]");
        assertThat(match("/z1/p/in/z").matchRest(rest)).isNull();
        assertThat(match("/a/1//").matchRest(rest)).isNull();
        assertThat(match("/z1/p/in/z").path().substring(match("/z1/p/in/z").locatorEnd()))
                .isEqualTo("/z");
        final Match<String> locator = match("/a/1");
        assertThatThrownBy(() -> locator.select("GET", null, null)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void methodsWithoutAPathAnswerWhereNothingIsLeftOfThePath() {
        get("", "/").locator("", "/{rest: .*}");
        assertThat(target("")).isEqualTo("GET /");
        assertThat(target("/")).isEqualTo("GET /");
        assertThat(target("/x")).isEqualTo("> /{rest: .*}");
        final Match<String> root = match("/");
        assertThatThrownBy(() -> root.select("POST", null, null)).isInstanceOf(NotAllowedException.class);
    }

    @Test
    void aLocatorTakesAnEmptyPathWhereNoMethodIsWithoutAPath() {
        get("", "/x").locator("", "/{rest: .*}");
        assertThat(target("/")).isEqualTo("> /{rest: .*}");
    }

    private static String found(final Match<String> locator, final MethodTable<String> table) {
        final Match<String> rest = Objects.requireNonNull(locator.matchRest(table));
        final Selection<String> selection = Objects.requireNonNull(rest.select("GET", null, null));
        return Objects.requireNonNull(locator.locator()).target() + " " + selection.target() + " "
                + selection.names().stream().map(name -> rest.value(0)).toList();
    }

    @Test
    void headIsGetAndOptionsIsAnsweredUnlessDeclared() {
        get("", "/a").add("", "/a", "PATCH", List.of("application/json", "text/plain"), List.of());
        get("", "/b").add("", "/b", "HEAD", List.of(), List.of()).add("", "/b", "OPTIONS", List.of(), List.of());
        assertThat(select("/a", "HEAD", null, null).target()).isEqualTo("GET /a");
        assertThat(select("/b", "HEAD", null, null).target()).isEqualTo("HEAD /b");
        assertThat(select("/b", "OPTIONS", null, null).target()).isEqualTo("OPTIONS /b");
        final Match<String> a = match("/a");
        assertThat(a.select("OPTIONS", null, null)).isNull();
        try (Response options = a.options()) {
            assertThat(options.getStatus()).isEqualTo(200);
            assertThat(options.getEntity()).isEqualTo("GET, HEAD, OPTIONS, PATCH");
            assertThat(options.getMediaType()).isEqualTo(MediaType.TEXT_PLAIN_TYPE);
            assertThat(options.getHeaderString("Allow")).isEqualTo("GET, HEAD, OPTIONS, PATCH");
            assertThat(options.getHeaderString("Accept-Patch")).isEqualTo("application/json, text/plain");
        }
        try (Response options = match("/b").options()) {
            assertThat(options.getHeaders()).doesNotContainKey("Accept-Patch");
        }
        assertThatThrownBy(() -> a.select("get", null, null)).isInstanceOf(NotAllowedException.class);
    }

    @Test
    void contentTypesSelect() {
        add("", "/a", "POST", List.of("application/json"), List.of());
        add("", "/a", "POST", List.of("text/*"), List.of());
        add("", "/one", "POST", List.of("application/json", "text/*"), List.of());
        assertThat(select("/a", "POST", "application/json", null).target())
                .isEqualTo(methods.get(0).target());
        assertThat(select("/a", "POST", "Application/JSON; charset=utf-8", null).target())
                .endsWith("application/json");
        assertThat(select("/a", "POST", "text/html", null).target()).endsWith("text/*");
        for (final String path : List.of("/a", "/one")) {
            final Match<String> match = match(path);
            assertThat(match.select("POST", "application/json;x=y", null)).isNotNull();
            assertThatThrownBy(() -> match.select("POST", "image/png", null)).isInstanceOf(NotSupportedException.class);
            assertThatThrownBy(() -> match.select("POST", null, null)).isInstanceOf(NotSupportedException.class);
            assertThatThrownBy(() -> match.select("POST", "json", null)).isInstanceOf(BadRequestException.class);
        }
    }

    @Test
    void acceptSelectsAndIsOtherwiseNotParsed() {
        add("", "/one", "GET", List.of(), List.of("application/json"));
        add("", "/two", "GET", List.of(), List.of("application/json;qs=0.5"));
        add("", "/two", "GET", List.of(), List.of("text/html"));
        get("", "/any");
        assertThat(select("/one", "GET", null, "text/html, application/*;q=0.1")
                        .chosen()
                        .toString())
                .isEqualTo("application/json;" + SegmentNode.RESTEASY_SERVER_HAS_PRODUCES_LC + "=true");
        assertThat(select("/two", "GET", null, null).target()).endsWith("text/html");
        assertThat(select("/two", "GET", null, "application/json, text/html;q=0.9")
                        .target())
                .contains("json");
        assertThat(select("/any", "GET", null, "text/html;q=0.5,text/plain").chosen())
                .isEqualTo(MediaType.TEXT_PLAIN_TYPE);
        assertThat(select("/any", "GET", null, ", ,").chosen()).isEqualTo(MediaType.WILDCARD_TYPE);
        final Match<String> one = match("/one");
        assertThat(one.select("GET", "no type", "*/*")).isSameAs(one.select("GET", null, null));
        assertThat(one.select("GET", "no type", "application/json")).isSameAs(one.select("GET", null, null));
        for (final String malformed : List.of("text", "text/html;q=x", "text/html;q=2", "text/html;q=-1", "a/b, c")) {
            assertThatThrownBy(() -> one.select("GET", null, malformed))
                    .as(malformed)
                    .isInstanceOf(BadRequestException.class);
        }
        for (final String other :
                List.of("text/html", "application/json;q=0", "*/*, application/json;q=0.0", "*/*;q=0")) {
            assertThatThrownBy(() -> one.select("GET", null, other))
                    .as(other)
                    .isInstanceOf(NotAcceptableException.class)
                    .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
        }
    }

    /** However many values clients invent, the answers stay right, and likely ones are known from the start. */
    @Test
    void decisionsAreKeptWithinBounds() {
        add("", "/two", "GET", List.of(), List.of("application/json"));
        add("", "/two", "GET", List.of(), List.of("text/html"));
        final Match<String> match = match("/two");
        for (int i = 0; i < 100; i++) {
            assertThat(match.select("GET", null, "text/html, a/b" + i))
                    .extracting(Selection::target)
                    .isEqualTo(methods.get(1).target());
            assertThat(match.select("GET", null, "application/json, a/b" + i))
                    .extracting(Selection::target)
                    .isEqualTo(methods.get(0).target());
        }
        assertThat(match.select("GET", null, "text/html")).isEqualTo(match.select("GET", null, "text/html, a/b1"));
    }

    @Test
    void whatIsNoTemplateIsRefused() {
        for (final String template : List.of("/{}", "/{a", "/{a:(}", "/{a b}", "/{-a}")) {
            methods.clear();
            get("", template);
            assertThatThrownBy(() -> MethodTable.of(methods))
                    .as(template)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + template + "'");
        }
    }

    @Test
    void notFoundHasNoStackTrace() {
        assertThat(MethodTable.notFound().getResponse().getStatus()).isEqualTo(404);
        assertThat(MethodTable.notFound().getStackTrace()).isEmpty();
    }
}
