package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Default values are converted at start, unless the converter is lazy (Javadoc of ParamConverter). */
final class DefaultValueTest {

    public static final class Bean {

        @QueryParam("b")
        @DefaultValue("bean")
        public int field;
    }

    public record BeanRecord(
            @QueryParam("r") @DefaultValue("record") int component) {}

    @Path("/wrong")
    public static final class Wrong {

        @HeaderParam("F")
        @DefaultValue("field")
        public int field;

        public Wrong(@QueryParam("c") @DefaultValue("constructor") final int number) {}

        @GET
        public String get(
                @QueryParam("q") @DefaultValue("query") final int query,
                @QueryParam("page.size") @DefaultValue("dotted") final int pageSize,
                @HeaderParam("H") @DefaultValue("header") final LocalDate header,
                @CookieParam("k") @DefaultValue("cookie") final Response.Status cookie,
                @MatrixParam("m") @DefaultValue("matrix") final long matrix,
                @QueryParam("l") @DefaultValue("list") final List<Integer> list,
                @QueryParam("o") @DefaultValue("optional") final Optional<Integer> optional,
                @BeanParam final Bean bean,
                @BeanParam final BeanRecord made) {
            return "";
        }

        @POST
        public String post(@FormParam("f") @DefaultValue("form") final int form) {
            return "";
        }
    }

    public static final class Located {

        @HeaderParam("F")
        @DefaultValue("field")
        public int field;

        @GET
        public String get(@QueryParam("q") @DefaultValue("located") final int query) {
            return field + " " + query;
        }

        @GET
        @Path("other")
        public String other() {
            return "other";
        }

        @Path("again")
        public Located again() {
            return this;
        }
    }

    @Path("/known")
    public static final class Known {

        @Path("/object")
        public Located object() {
            return new Located();
        }
    }

    @Path("/known-class")
    public static final class KnownClass {

        @Path("/class")
        public Class<Located> type() {
            return Located.class;
        }
    }

    /** Its sub-resources are known during requests only. */
    @Path("/unknown")
    public static final class Unknown {

        @Path("/object")
        public Object object() {
            return new Located();
        }

        @Path("/class")
        public Class<?> type() {
            return Located.class;
        }
    }

    /** Converted only when a request needs it. */
    public record Code(int number) {}

    public static final class Converters implements ParamConverterProvider {

        private final ParamConverter<?> converter;

        Converters(final ParamConverter<?> converter) {
            this.converter = converter;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            return type == Code.class ? (ParamConverter<T>) converter : null;
        }
    }

    static class Eager implements ParamConverter<Code> {

        @Override
        public Code fromString(final String text) {
            return new Code(Integer.parseInt(text));
        }

        @Override
        public String toString(final Code code) {
            return Integer.toString(code.number());
        }
    }

    @ParamConverter.Lazy
    static final class Later extends Eager {}

    @Path("/coded")
    public static final class Coded {

        @GET
        public String get(@QueryParam("code") @DefaultValue("none") final Code code) {
            return "" + code.number();
        }
    }

    @Test
    void aDefaultValueThatDoesNotConvertFailsTheStart() {
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> RunningServer.of(RestPlugin.withResources(Wrong.class)));
        Map.of(
                        "field", "@HeaderParam(\"F\") cannot be converted to int",
                        "constructor", "@QueryParam(\"c\") cannot be converted to int",
                        "query", "@QueryParam(\"q\") cannot be converted to int",
                        "header", "@HeaderParam(\"H\") cannot be converted to java.time.LocalDate",
                        "cookie", "@CookieParam(\"k\") cannot be converted to jakarta.ws.rs.core.Response$Status",
                        "matrix", "@MatrixParam(\"m\") cannot be converted to long",
                        "list", "@QueryParam(\"l\") cannot be converted to java.util.List<java.lang.Integer>",
                        "optional", "@QueryParam(\"o\") cannot be converted to java.lang.Integer",
                        "bean", "@QueryParam(\"b\") cannot be converted to int",
                        "form", "@FormParam(\"f\") cannot be converted to int")
                .forEach((value, text) -> assertThat(failure).hasMessageContaining("'" + value + "' of " + text));
        assertThat(failure)
                .hasMessageContaining("'record' of @QueryParam(\"r\") cannot be converted to int")
                .hasMessageContaining("'dotted' of @QueryParam(\"page.size\") cannot be converted to int.")
                .hasMessageContaining("Write a default value that converts to int.");
        assertThat(failure.problems().stream().map(StartProblem::origin).distinct())
                .containsExactlyInAnyOrder(
                        Wrong.class.getName(),
                        Wrong.class.getName() + ".field",
                        Wrong.class.getName() + ".get",
                        Wrong.class.getName() + ".post",
                        Bean.class.getName() + ".field",
                        BeanRecord.class.getName());
    }

    @Test
    void aDefaultValueOfALocatedClassFailsTheStart() {
        assertThat(catchThrowableOfType(
                                StartException.class, () -> RunningServer.of(RestPlugin.withResources(Known.class)))
                        .problems())
                .extracting(StartProblem::origin)
                .containsExactly(Located.class.getName() + ".get");
        assertThat(catchThrowableOfType(
                                StartException.class,
                                () -> RunningServer.of(RestPlugin.withResources(KnownClass.class)))
                        .problems())
                .extracting(StartProblem::origin)
                .containsExactlyInAnyOrder(Located.class.getName() + ".get", Located.class.getName() + ".field");
    }

    @Test
    void aDefaultValueOfAClassLocatedLaterFailsTheRequestsThatNeedIt() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Unknown.class))) {
            assertThat(server.get("/unknown/object?q=5").body()).isEqualTo("0 5");
            assertThat(server.get("/unknown/object/other").body()).isEqualTo("other");
            assertThat(server.get("/unknown/object").status()).isEqualTo(404);
            assertThat(server.get("/unknown/class?q=5", "F", "7").body()).isEqualTo("7 5");
            assertThat(server.get("/unknown/class?q=5").status()).isEqualTo(400);
        }
    }

    @Test
    void aConverterSaysWhetherItIsAskedAtStart() {
        final RestApi plugin = RestPlugin.withResources(Coded.class);
        assertThat(catchThrowableOfType(
                        StartException.class,
                        () -> RunningServer.of(plugin.withProviders(new Converters(new Eager())))))
                .hasMessageContaining("'none' of @QueryParam(\"code\") cannot be converted");
        try (RunningServer server = RunningServer.of(plugin.withProviders(new Converters(new Later())))) {
            assertThat(server.get("/coded?code=7").body()).isEqualTo("7");
            assertThat(server.get("/coded").status()).isEqualTo(404);
        }
    }
}
