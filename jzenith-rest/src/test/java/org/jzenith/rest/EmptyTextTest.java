package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.io.File;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule for empty text, for each way in which text becomes a value and each place of a parameter. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"}) // types of parameters
final class EmptyTextTest {

    private static RunningServer server;

    /** The parameters of a type, in each place that may be empty. */
    @Produces("text/plain")
    public abstract static class Of<T> {

        @GET
        @Path("query")
        public String query(@QueryParam("n") final @Nullable T value) {
            return shown(value);
        }

        @GET
        @Path("encoded")
        public String encoded(@Encoded @QueryParam("n") final @Nullable T value) {
            return shown(value);
        }

        @GET
        @Path("header")
        public String header(@HeaderParam("N") final @Nullable T value) {
            return shown(value);
        }

        @GET
        @Path("cookie")
        public String cookie(@CookieParam("n") final @Nullable T value) {
            return shown(value);
        }

        @GET
        @Path("matrix")
        public String matrix(@MatrixParam("n") final @Nullable T value) {
            return shown(value);
        }

        @POST
        @Path("form")
        public String form(@FormParam("n") final @Nullable T value) {
            return shown(value);
        }
    }

    static String shown(final @Nullable Object value) {
        return value == null ? "missing" : value.toString().isEmpty() ? "empty" : value.toString();
    }

    @Path("int")
    public static final class OfInteger extends Of<Integer> {}

    @Path("boolean")
    public static final class OfBoolean extends Of<Boolean> {}

    @Path("character")
    public static final class OfCharacter extends Of<Character> {}

    @Path("decimal")
    public static final class OfDecimal extends Of<BigDecimal> {}

    @Path("enum")
    public static final class OfEnum extends Of<Thread.State> {}

    @Path("uuid")
    public static final class OfUuid extends Of<UUID> {}

    @Path("local-date")
    public static final class OfLocalDate extends Of<LocalDate> {}

    @Path("instant")
    public static final class OfInstant extends Of<Instant> {}

    @Path("media-type")
    public static final class OfMediaType extends Of<MediaType> {}

    @Path("entity-tag")
    public static final class OfEntityTag extends Of<EntityTag> {}

    @Path("cache-control")
    public static final class OfCacheControl extends Of<CacheControl> {}

    @Path("sql-date")
    public static final class OfSqlDate extends Of<java.sql.Date> {}

    @Path("date")
    public static final class OfDate extends Of<Date> {}

    @Path("url")
    public static final class OfUrl extends Of<URL> {}

    @Path("string")
    public static final class OfString extends Of<String> {}

    @Path("string-builder")
    public static final class OfStringBuilder extends Of<StringBuilder> {}

    @Path("uri")
    public static final class OfUri extends Of<URI> {}

    @Path("file")
    public static final class OfFile extends Of<File> {}

    @Path("locale")
    public static final class OfLocale extends Of<Locale> {}

    /** The application's own type, which takes any text. */
    public record Word(String text) {

        @Override
        public String toString() {
            return "own " + text;
        }
    }

    public static final class Constructed {

        public Constructed(final String text) {
            refuseEmpty(text);
        }
    }

    public static final class ByValueOf {

        public static ByValueOf valueOf(final String text) {
            refuseEmpty(text);
            return new ByValueOf();
        }
    }

    public static final class ByFromString {

        public static ByFromString fromString(final String text) {
            refuseEmpty(text);
            return new ByFromString();
        }
    }

    static void refuseEmpty(final String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("empty");
        }
    }

    @Path("own")
    public static final class OfWord extends Of<Word> {}

    @Path("own-constructor")
    public static final class OfConstructed extends Of<Constructed> {}

    @Path("own-value-of")
    public static final class OfValueOf extends Of<ByValueOf> {}

    @Path("own-from-string")
    public static final class OfFromString extends Of<ByFromString> {}

    @Path("own-converter")
    public static final class OfConverted extends Of<Currency> {}

    /** A converter of the application for a type of the JDK. */
    public static final class Currencies implements ParamConverterProvider {

        @Override
        @SuppressWarnings("unchecked")
        public <T> @Nullable ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            return type != Currency.class
                    ? null
                    : (ParamConverter<T>) new ParamConverter<Currency>() {
                        @Override
                        public Currency fromString(final String text) {
                            return Currency.getInstance(text.isBlank() ? "EUR" : text);
                        }

                        @Override
                        public String toString(final Currency value) {
                            return value.getCurrencyCode();
                        }
                    };
        }
    }

    @Path("others")
    @Produces("text/plain")
    public static final class Others {

        @GET
        @Path("default")
        public String byDefault(
                @QueryParam("n") @DefaultValue("text/html") final MediaType type,
                @QueryParam("n") @DefaultValue("http://localhost") final URL url) {
            return type + " " + url;
        }

        @GET
        @Path("list")
        public String list(
                @QueryParam("n") final List<MediaType> types,
                @HeaderParam("N") final List<Date> dates,
                @QueryParam("n") final List<Word> words) {
            return types + " " + dates + " " + words.size();
        }
    }

    /** Changes the URI, which is then read in another way. */
    @PreMatching
    public static final class Rewrite implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getHeaderString("Rewrite") != null) {
                request.setRequestUri(request.getUriInfo().getRequestUri());
            }
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(
                        OfInteger.class,
                        OfBoolean.class,
                        OfCharacter.class,
                        OfDecimal.class,
                        OfEnum.class,
                        OfUuid.class,
                        OfLocalDate.class,
                        OfInstant.class,
                        OfMediaType.class,
                        OfEntityTag.class,
                        OfCacheControl.class,
                        OfSqlDate.class,
                        OfDate.class,
                        OfUrl.class,
                        OfString.class,
                        OfStringBuilder.class,
                        OfUri.class,
                        OfFile.class,
                        OfLocale.class,
                        OfWord.class,
                        OfConstructed.class,
                        OfValueOf.class,
                        OfFromString.class,
                        OfConverted.class,
                        Others.class)
                .withProviders(Currencies.class, Rewrite.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "int, missing",
        "boolean, missing",
        "character, missing",
        "decimal, missing",
        "enum, missing",
        "uuid, missing",
        "local-date, missing",
        "instant, missing",
        "media-type, missing",
        "entity-tag, missing",
        "cache-control, missing",
        "sql-date, missing",
        "date, missing",
        "url, missing",
        "string, empty",
        "string-builder, empty",
        "uri, empty",
        "file, empty",
        "locale, empty",
        "own, own",
        "own-constructor, refused",
        "own-value-of, refused",
        "own-from-string, refused",
        "own-converter, EUR",
    })
    void emptyTextFollowsTheRuleOfTheType(final String type, final String expected) {
        assertThat(of(404, server.get("/" + type + "/query?n="))).isEqualTo(expected);
        assertThat(of(404, server.get("/" + type + "/query?n=", "Rewrite", "yes")))
                .isEqualTo(expected);
        assertThat(of(404, server.get("/" + type + "/encoded?n="))).isEqualTo(expected);
        assertThat(of(404, server.get("/" + type + "/matrix;n="))).isEqualTo(expected);
        assertThat(of(400, server.get("/" + type + "/header", "N", ""))).isEqualTo(expected);
        assertThat(of(400, server.get("/" + type + "/cookie", "Cookie", "n="))).isEqualTo(expected);
        assertThat(of(
                        400,
                        server.send(
                                "POST",
                                "/" + type + "/form",
                                "n=",
                                "Content-Type",
                                "application/x-www-form-urlencoded")))
                .isEqualTo(expected);
        assertThat(server.get("/" + type + "/query").body()).isEqualTo("missing");
    }

    private static String of(final int refusal, final RunningServer.Answer answer) {
        return answer.status() == refusal ? "refused" : answer.body().strip();
    }

    @Test
    void aDefaultValueCounts() {
        assertThat(server.get("/others/default?n=").body()).isEqualTo("text/html http://localhost");
        assertThat(server.get("/others/default?n=%20").body()).isEqualTo("text/html http://localhost");
    }

    @Test
    void listsLeaveOutWhatCountsAsMissing() {
        assertThat(server.get("/others/list?n=&n=text/html", "N", "").body()).isEqualTo("[text/html] [] 2");
    }
}
