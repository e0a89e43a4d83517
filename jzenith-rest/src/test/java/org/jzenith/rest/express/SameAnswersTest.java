package org.jzenith.rest.express;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonView;
import com.google.inject.Module;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jboss.resteasy.plugins.providers.StringTextStar;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RestPlugin;

/** Whatever an application brings along, the lane and RESTEasy answer alike. */
@Tag("express-lane")
final class SameAnswersTest {

    private static final int TIMES = 3;

    private static String get(final String target, final String... headers) {
        return request("GET", target, headers);
    }

    private static String request(final String method, final String target, final String... headers) {
        final StringBuilder request =
                new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: a\r\nX-Request-Id: t\r\n");
        for (final String header : headers) {
            request.append(header).append("\r\n");
        }
        return request.append("\r\n").toString();
    }

    private static void assertSameAnswers(
            final Supplier<RestPlugin> plugin, final List<String> requests, final Module... modules)
            throws IOException {
        try (BothWays both = BothWays.of(plugin, Map.of(), modules)) {
            final List<String> differences = new ArrayList<>();
            for (final String request : requests) {
                differences.addAll(both.differences(request, TIMES));
            }
            assertThat(differences).isEmpty();
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Words {

        @GET
        @Path("word/{word}")
        public String word(@PathParam("word") final String word) {
            return word;
        }

        @GET
        @Path("json/{word}")
        @Produces("application/json")
        public Single<Map<String, String>> json(@PathParam("word") final String word) {
            return Single.just(Map.of("word", word));
        }
    }

    /** Takes the place of the built-in writer of strings. */
    @Produces("*/*")
    public static final class Cautious extends StringTextStar {
        @Override
        public void writeTo(
                final String text,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            output.write(text.replace("_", "&#95;").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public CompletionStage<Void> asyncWriteTo(
                final String text,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final AsyncOutputStream output) {
            return output.asyncWrite(text.replace("_", "&#95;").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aWriterThatExtendsABuiltInOneIsAsked() throws IOException {
        assertSameAnswers(
                () -> RestPlugin.withResources(Words.class).withProviders(new Cautious()),
                List.of(get("/word/a"), get("/word/a_b")));
    }

    /** Writes only when a header asks for it. */
    @Produces("application/json")
    public static final class Excited implements MessageBodyWriter<Object> {
        private final HttpHeaders headers;

        @Inject
        Excited(final HttpHeaders headers) {
            this.headers = headers;
        }

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return headers.getHeaderString("X-Excited") != null;
        }

        @Override
        public void writeTo(
                final Object value,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> answered,
                final OutputStream output)
                throws IOException {
            output.write((value + "!").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aWriterThatAsksTheRequestWhetherItWritesIsAsked() throws IOException {
        assertSameAnswers(
                () -> RestPlugin.withResources(Words.class).withProviders(Excited.class),
                List.of(
                        get("/json/a"),
                        get("/json/a", "X-Excited: yes"),
                        get("/word/a"),
                        get("/word/a", "X-Excited: yes")));
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Loaded {

        @Inject
        Loaded(final Load load) {}

        @GET
        public String get() {
            return "loaded";
        }
    }

    static final class Load {}

    static final class Heavy extends Error {
        private static final long serialVersionUID = 1L;
    }

    static final class HeavyMapper implements ExceptionMapper<Error> {
        @Override
        public Response toResponse(final Error error) {
            return Response.status(418)
                    .entity("heavy " + error.getClass().getSimpleName())
                    .type("text/plain")
                    .build();
        }
    }

    @Test
    void anErrorWhileAResourceIsMadeIsMapped() throws IOException {
        final AtomicInteger made = new AtomicInteger();
        final int servers = 2;
        assertSameAnswers(
                () -> RestPlugin.withResources(Loaded.class).withProviders(new HeavyMapper()),
                List.of(get("/"), get("/")),
                binder -> binder.bind(Load.class).toProvider(() -> {
                    if (made.incrementAndGet() > servers * TIMES) {
                        throw new Heavy();
                    }
                    return new Load();
                }));
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Fatal {

        @GET
        @Path("single/{how}")
        public Single<String> single(@PathParam("how") final String how) {
            return Single.just(how).map(text -> {
                switch (text) {
                    case "linkage" -> throw new NoClassDefFoundError(text);
                    case "machine" -> throw new StackOverflowError(text);
                    case "error" -> throw new Heavy();
                    default -> {
                        return text;
                    }
                }
            });
        }

        @GET
        @Path("maybe/{how}")
        public Maybe<String> maybe(@PathParam("how") final String how) {
            return single(how).toMaybe();
        }

        @GET
        @Path("value/{how}")
        public String value(@PathParam("how") final String how) {
            return single(how).blockingGet();
        }
    }

    @Test
    void errorsThatRxJavaDoesNotCatchAreMapped() throws IOException {
        final List<String> requests = new ArrayList<>();
        for (final String path : List.of("/single/", "/maybe/", "/value/")) {
            for (final String how : List.of("fine", "linkage", "machine", "error")) {
                requests.add(get(path + how));
            }
        }
        assertSameAnswers(() -> RestPlugin.withResources(Fatal.class).withProviders(new HeavyMapper()), requests);
        assertSameAnswers(() -> RestPlugin.withResources(Fatal.class), requests);
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Names {

        @GET
        @Path("equals")
        public String equal(@QueryParam("a=b") final String value) {
            return "equals " + value;
        }

        @GET
        @Path("escaped")
        public String escaped(@Encoded @QueryParam("%73") final String value) {
            return "escaped " + value;
        }

        @GET
        @Path("plus")
        public String plus(@Encoded @QueryParam("a+b") final String value) {
            return "plus " + value;
        }

        @GET
        @Path("percent")
        public String percent(@QueryParam("%73") final String value) {
            return "percent " + value;
        }
    }

    @Test
    void strangeNamesOfParametersAreRead() throws IOException {
        final List<String> requests = new ArrayList<>();
        for (final String path : List.of("/equals", "/escaped", "/plus", "/percent")) {
            for (final String query :
                    List.of("", "?a=b=c", "?s=1", "?a=1", "?a+b=1", "?%73=2", "?a%3Db=3", "?%2573=3", "?x&a=b")) {
                requests.add(get(path + query));
            }
        }
        assertSameAnswers(() -> RestPlugin.withResources(Names.class), requests);
    }

    /** Converts for one method only. */
    static final class Loud implements DynamicFeature {
        @Override
        public void configure(final ResourceInfo info, final FeatureContext context) {
            if (info.getResourceMethod().getName().equals("word")) {
                context.register(new Shouting());
            }
        }
    }

    static final class Shouting implements ParamConverterProvider {
        @Override
        public <T> ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            return type != String.class
                    ? null
                    : new ParamConverter<>() {
                        @Override
                        public T fromString(final String text) {
                            return type.cast(text.toUpperCase(Locale.ROOT));
                        }

                        @Override
                        public String toString(final T value) {
                            return value.toString();
                        }
                    };
        }
    }

    @Test
    void aConverterOfADynamicFeatureConverts() throws IOException {
        assertSameAnswers(
                () -> RestPlugin.withResources(Words.class).withProviders(new Loud()),
                List.of(get("/word/a"), get("/json/a")));
    }

    @Path("/id")
    @Produces("text/plain")
    public static final class Ids {

        @GET
        @Path("{id}")
        public String id(@PathParam("id") final UUID id) {
            return "id " + id;
        }

        @GET
        @Path("{id}/default")
        public String withDefault(
                @PathParam("id") @DefaultValue("00000000-0000-0000-0000-000000000001") final UUID id) {
            return "id " + id;
        }
    }

    /** A name in place of an id. */
    static final class Named implements ParamConverterProvider {
        @Override
        public <T> ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            return type != UUID.class
                    ? null
                    : new ParamConverter<>() {
                        @Override
                        public T fromString(final String text) {
                            return type.cast(text.equals("home") ? new UUID(0, 1) : new UUID(2, text.length()));
                        }

                        @Override
                        public String toString(final T value) {
                            return value.toString();
                        }
                    };
        }
    }

    private static List<String> idRequests() {
        final List<String> requests = new ArrayList<>();
        for (final String id : List.of(
                "123e4567-e89b-12d3-a456-426614174000",
                "123E4567-E89B-12D3-A456-426614174000",
                "1-1-1-1-1",
                "1-1-1-1",
                "home",
                "-",
                "123e4567-e89b-12d3-a456-42661417400g",
                "123e4567-e89b-12d3-a456-426614174000-0")) {
            requests.add(get("/id/" + id));
            requests.add(get("/id/" + id + "/default"));
        }
        return requests;
    }

    @Test
    void idsAreReadAsRestEasyReadsThem() throws IOException {
        assertSameAnswers(() -> RestPlugin.withResources(Ids.class), idRequests());
    }

    @Test
    void aConverterOfTheApplicationReadsIds() throws IOException {
        assertSameAnswers(() -> RestPlugin.withResources(Ids.class).withProviders(new Named()), idRequests());
    }

    @Path("/")
    public static final class Twofold {

        @GET
        @DELETE
        @Path("two/fold")
        @Produces("application/json;qs=0.1")
        public String both() {
            return "\"both\"";
        }

        @DELETE
        @Path("two/{x}")
        @Produces("text/plain")
        public String deleted(@PathParam("x") final String x) {
            return "deleted " + x;
        }

        @GET
        @HEAD
        @Path("head/{x}")
        @Produces("text/plain")
        public String headed(@PathParam("x") final String x) {
            return "headed " + x;
        }

        @HEAD
        @Path("only")
        @Produces("text/plain")
        public String only(@QueryParam("x") final String x) {
            return x == null ? "" : x;
        }
    }

    @Test
    void aMethodForSeveralHttpMethodsIsAskedForEach() throws IOException {
        assertSameAnswers(
                () -> RestPlugin.withResources(Twofold.class),
                List.of(
                        get("/two/fold"),
                        request("DELETE", "/two/fold"),
                        request("DELETE", "/two/other"),
                        get("/head/1"),
                        request("HEAD", "/head/1"),
                        request("HEAD", "/head/22"),
                        request("HEAD", "/only"),
                        request("HEAD", "/only?x=abc"),
                        request("OPTIONS", "/two/fold")));
    }

    static class Seen {
        static class More extends Seen {}
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Secret(
            String name, @JsonView(Seen.More.class) String secret) {}

    @Produces("application/json")
    public interface Viewed {

        @GET
        @Path("declared/{n}")
        @JsonView(Seen.class)
        Single<Secret> declared(@PathParam("n") int n);

        @GET
        @Path("implemented/{n}")
        Single<Secret> implemented(@PathParam("n") int n);

        @GET
        @Path("value/{n}")
        @JsonView(Seen.class)
        Secret value(@PathParam("n") int n);

        @GET
        @Path("list/{n}")
        @JsonView(Seen.class)
        List<Secret> list(@PathParam("n") int n);
    }

    @Path("viewed")
    public static final class Viewing implements Viewed {
        private static Secret secret(final int n) {
            return new Secret("a", n == 0 ? null : "secret");
        }

        @Override
        public Single<Secret> declared(final int n) {
            return Single.just(secret(n));
        }

        @Override
        @JsonView(Seen.class)
        public Single<Secret> implemented(final int n) {
            return Single.just(secret(n));
        }

        @Override
        public Secret value(final int n) {
            return secret(n);
        }

        @Override
        public List<Secret> list(final int n) {
            return List.of(secret(n));
        }
    }

    @Test
    void viewsOfInterfacesCount() throws IOException {
        final List<String> requests = new ArrayList<>();
        for (final String path : List.of("declared", "implemented", "value", "list")) {
            requests.add(get("/viewed/" + path + "/0"));
            requests.add(get("/viewed/" + path + "/1"));
        }
        assertSameAnswers(() -> RestPlugin.withResources(Viewing.class), requests);
    }

    @Path("promised/{word}")
    @Produces("text/plain")
    public static final class Promised {
        @GET
        public String get(@PathParam("word") final Object word) {
            return "got " + word;
        }
    }

    static final class Promising implements ParamConverterProvider {
        @Override
        public <T> ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            return type != Object.class
                    ? null
                    : new ParamConverter<>() {
                        @Override
                        public T fromString(final String text) {
                            return type.cast(CompletableFuture.completedFuture(text));
                        }

                        @Override
                        public String toString(final T value) {
                            return value.toString();
                        }
                    };
        }
    }

    @Test
    void whatAConverterPromisesIsAwaited() throws IOException {
        assertSameAnswers(
                () -> RestPlugin.withResources(Promised.class).withProviders(new Promising()),
                List.of(get("/promised/a")));
    }
}
