package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.EntityPart;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** Parameters of {@code java.time}, and parts of a form as parameters. */
final class ParameterTypesTest {

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> JZenith.application().withPlugins(RestPlugin.withResources(DiaryResource.class)));

    /** Entries by time. */
    @Path("/diary")
    public static final class DiaryResource {

        @GET
        @Path("{day}")
        public String day(
                @PathParam("day") final LocalDate day,
                @QueryParam("after") final @Nullable Instant after,
                @QueryParam("for") @DefaultValue("PT1H") final Duration duration,
                @QueryParam("month") final List<YearMonth> months) {
            return day.plusDays(1) + " " + after + " " + duration.toMinutes() + " " + months;
        }

        @GET
        @Path("sorted")
        public String sorted(
                @QueryParam("by") final Order by,
                @QueryParam("then") final List<Order> then,
                @MatrixParam("from") final Place from,
                @HeaderParam("X-To") final Place to,
                @QueryParam("code") final Code code) {
            return by + " " + then + " " + from + " " + to + " " + (code == null ? null : code.text);
        }

        @GET
        @Path("users")
        public String users(
                @QueryParam("user") final UserId user,
                @QueryParam("local") final LocalId local,
                @QueryParam("level") final Level level) {
            return user.text + " " + local.text + " " + level;
        }

        @POST
        @Path("sorted")
        public String sortedForm(@FormParam("by") final Order by) {
            return by.name();
        }

        @POST
        @Consumes("multipart/form-data")
        public String entry(
                @FormParam("text") final EntityPart text, @FormParam("picture") final @Nullable EntityPart picture)
                throws IOException {
            return text.getContent(String.class) + " " + (picture != null);
        }
    }

    /** Not public, like a type that only its resource uses. */
    enum Order {
        begins,
        ends
    }

    static final class Place {

        private final String name;

        public Place(final String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return "place " + name;
        }
    }

    static final class Code {

        private final String text;

        private Code(final String text) {
            this.text = text;
        }

        public static Code valueOf(final String text) {
            return new Code(text);
        }
    }

    /** Has a private method with one of the names. */
    public static final class UserId {

        private final String text;

        private UserId(final String text) {
            this.text = text;
        }

        public static UserId fromString(final String text) {
            return valueOf("user " + text);
        }

        private static UserId valueOf(final String text) {
            return new UserId(text);
        }
    }

    static final class LocalId {

        private final String text;

        private LocalId(final String text) {
            this.text = text;
        }

        public static LocalId fromString(final String text) {
            return valueOf("local " + text);
        }

        static LocalId valueOf(final String text) {
            return new LocalId(text);
        }
    }

    public enum Level {
        low,
        high;

        static Level fromString(final String text) {
            return text.equals("low") ? high : low;
        }
    }

    @Test
    void onlyPublicMethodsRead() {
        assertThat(APP.http().get("/diary/users?user=a&local=b&level=low").body())
                .isEqualTo("user a local b low");
    }

    @Test
    void typesThatAreNotPublicAreRead() {
        final TestResponse sorted =
                APP.http().withHeader("X-To", "b").get("/diary/sorted;from=a?by=begins&then=ends&then=begins&code=c");
        assertThat(sorted.body()).isEqualTo("begins [ends, begins] place a place b c");
        assertThat(APP.http().get("/diary/sorted?by=begun").body())
                .contains("The query parameter 'by' is 'begun', but must be one of begins, ends.");
        assertThat(APP.http()
                        .withHeader("Content-Type", "application/x-www-form-urlencoded")
                        .post("/diary/sorted", "by=ends")
                        .body())
                .isEqualTo("ends");
    }

    @Test
    void typesOfJavaTimeAreReadAsIso8601() {
        assertThat(APP.http()
                        .get("/diary/2026-02-28?after=2026-01-01T00:00:00Z&for=PT2M&month=2026-01&month=2026-02")
                        .body())
                .isEqualTo("2026-03-01 2026-01-01T00:00:00Z 2 [2026-01, 2026-02]");
        assertThat(APP.http().get("/diary/2026-02-28").body()).isEqualTo("2026-03-01 null 60 []");
    }

    @Test
    void whatIsNoTimeIsAnswered404AsAnyOtherParameter() {
        final TestResponse answer = APP.http().get("/diary/2026-02-30");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("detail").asText())
                .isEqualTo("The path parameter 'day' is '2026-02-30', but must be a date or time in ISO-8601 form.");
        assertThat(APP.http().get("/diary/2026-02-28?after=now").status()).isEqualTo(404);
    }

    @Test
    void aPartOfAFormIsAParameter() {
        final TestResponse answer = APP.http()
                .withHeader("Content-Type", "multipart/form-data; boundary=cut")
                .post("/diary", "--cut\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nRain.\r\n--cut--\r\n");
        assertThat(answer.body()).isEqualTo("Rain. false");
    }
}
