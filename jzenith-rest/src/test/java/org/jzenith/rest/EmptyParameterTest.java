package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parameter without text counts as missing, unless its type may be empty text. */
final class EmptyParameterTest {

    private static final String MISSING = "[0, 0, 0, 0.0, false, null, null, null, null, null, null, null, null, null, "
            + "Optional.empty, Optional.empty, OptionalInt.empty, []]";

    private static RunningServer server;

    /** A type of the application that takes any text. */
    public record Word(String text) {}

    public static final class Numbers {

        @QueryParam("n")
        public int queried;
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Types {

        @GET
        @Path("query")
        public String query(
                @QueryParam("n") final int number,
                @QueryParam("n") final long large,
                @QueryParam("n") final short small,
                @QueryParam("n") final double fraction,
                @QueryParam("n") final boolean flag,
                @QueryParam("n") final @Nullable Integer boxed,
                @QueryParam("n") final @Nullable Double boxedFraction,
                @QueryParam("n") final @Nullable Boolean boxedFlag,
                @QueryParam("n") final @Nullable BigInteger big,
                @QueryParam("n") final @Nullable BigDecimal decimal,
                @QueryParam("n") final @Nullable UUID id,
                @QueryParam("n") final @Nullable LocalDate day,
                @QueryParam("n") final Response.@Nullable Status status,
                @QueryParam("n") final @Nullable Character letter,
                @QueryParam("n") final Optional<LocalDate> optional,
                @QueryParam("n") final Optional<Integer> optionalNumber,
                @QueryParam("n") final OptionalInt optionalInt,
                @QueryParam("n") final List<Integer> list) {
            final List<@Nullable Object> all = new ArrayList<>();
            all.add(number);
            all.add(large);
            all.add(small);
            all.add(fraction);
            all.add(flag);
            all.add(boxed);
            all.add(boxedFraction);
            all.add(boxedFlag);
            all.add(big);
            all.add(decimal);
            all.add(id);
            all.add(day);
            all.add(status);
            all.add(letter);
            all.add(optional);
            all.add(optionalNumber);
            all.add(optionalInt);
            all.add(list);
            return all.toString();
        }

        @GET
        @Path("default")
        public String byDefault(
                @QueryParam("n") @DefaultValue("7") final int number,
                @QueryParam("n") @DefaultValue("7") final Integer boxed,
                @QueryParam("n") @DefaultValue("true") final boolean flag,
                @QueryParam("n") @DefaultValue("2026-01-31") final LocalDate day,
                @QueryParam("n") @DefaultValue("OK") final Response.Status status,
                @QueryParam("n") @DefaultValue("7") final List<Integer> list) {
            return List.of(number, boxed, flag, day, status, list).toString();
        }

        @GET
        @Path("text")
        public String text(
                @QueryParam("n") final String text,
                @QueryParam("n") @DefaultValue("x") final Word word,
                @QueryParam("n") final List<String> list) {
            return "'" + text + "' '" + word.text() + "' " + list;
        }

        @GET
        @Path("others")
        public String others(
                @HeaderParam("N") @DefaultValue("7") final int header,
                @CookieParam("n") @DefaultValue("7") final int cookie,
                @MatrixParam("n") @DefaultValue("7") final int matrix,
                @BeanParam final Numbers bean) {
            return header + " " + cookie + " " + matrix + " " + bean.queried;
        }

        @GET
        @Path("matrix")
        public String matrix(@MatrixParam("n") final @Nullable String text) {
            return "'" + text + "'";
        }

        @POST
        @Path("form")
        @Consumes({"application/x-www-form-urlencoded", "multipart/form-data"})
        public String form(
                @FormParam("n") @DefaultValue("7") final int number,
                @FormParam("n") final @Nullable LocalDate day,
                @FormParam("n") final Optional<LocalDate> optional,
                @FormParam("n") final List<Integer> list,
                @FormParam("n") final String text) {
            return number + " " + day + " " + optional + " " + list + " '" + text + "'";
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Types.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?n", "?n=", "?n=&n=", "?n=%20"})
    void anEmptyQueryParameterCountsAsMissing(final String query) {
        assertThat(server.get("/query" + query).body()).isEqualTo(MISSING);
        assertThat(server.get("/default" + query).body()).isEqualTo("[7, 7, true, 2026-01-31, OK, [7]]");
    }

    @Test
    void emptyElementsOfAListAreLeftOut() {
        assertThat(server.get("/default?n=&n=").body()).endsWith("[7]]");
        assertThat(server.get("/text?n=&n=").body()).endsWith("[, ]");
        assertThat(server.get("/query?n=&n=1").status())
                .as("the first is empty")
                .isEqualTo(200);
        assertThat(server.get("/query?n=&n=1").body()).endsWith("[1]]");
    }

    @Test
    void textMayBeEmpty() {
        assertThat(server.get("/text?n=").body()).isEqualTo("'' '' []");
        assertThat(server.get("/text").body()).isEqualTo("'null' 'x' []");
    }

    @Test
    void headersCookiesAndMatrixParametersFollowTheSameRule() {
        assertThat(server.get("/others;n=1?n=1", "N", "", "Cookie", "n=1").body())
                .isEqualTo("7 1 1 1");
        assertThat(server.get("/others;n=1?n=1", "N", "1", "Cookie", "n=").body())
                .isEqualTo("1 7 1 1");
        assertThat(server.get("/others;n=?n=", "N", "1", "Cookie", "n=1").body())
                .isEqualTo("1 1 7 0");
        assertThat(server.get("/others;n=1?n=2", "N", "3", "Cookie", "n=4").body())
                .isEqualTo("3 4 1 2");
    }

    @Test
    void aMatrixParameterOfTextMayBeEmpty() {
        assertThat(server.get("/matrix;n=").body()).isEqualTo("''");
        assertThat(server.get("/matrix;n").body()).isEqualTo("''");
        assertThat(server.get("/matrix").body()).isEqualTo("'null'");
    }

    @Test
    void formsFollowTheSameRule() {
        assertThat(server.send("POST", "/form", "n=", "Content-Type", "application/x-www-form-urlencoded")
                        .body())
                .isEqualTo("7 null Optional.empty [] ''");
        assertThat(server.send(
                                "POST",
                                "/form",
                                "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n\r\n--b--\r\n",
                                "Content-Type",
                                "multipart/form-data; boundary=b")
                        .body())
                .isEqualTo("7 null Optional.empty [] ''");
    }
}
