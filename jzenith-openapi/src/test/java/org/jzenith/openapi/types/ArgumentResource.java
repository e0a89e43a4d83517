package org.jzenith.openapi.types;

import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.PathSegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Each type of a parameter at each place. */
@Path("/arguments")
@Produces(MediaType.TEXT_PLAIN)
public final class ArgumentResource {

    /** An enum that reads other texts than its names. */
    public enum Level {
        LOW,
        HIGH;

        /** Reads it in any case. */
        public static Level fromString(final String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    /** A type with a constructor that takes a text. */
    public record Word(String text) {

        /** Accepts few letters. */
        public Word {
            if (text.length() > 5) {
                throw new IllegalArgumentException("too long");
            }
        }
    }

    /** Several parameters. */
    public static final class Several {
        /** A page. */
        @QueryParam("page")
        @DefaultValue("1")
        @Min(1)
        public int page;

        /** A word. */
        @HeaderParam("X-Word")
        public @Nullable String word;

        /** A cookie. */
        @CookieParam("theme")
        @Pattern(regexp = "dark|light")
        public @Nullable String theme;
    }

    private static Single<String> text(final @Nullable Object... values) {
        return Single.just(values.length + " values");
    }

    @GET
    @Path("numbers")
    public Single<String> numbers(
            @QueryParam("int") final int number,
            @QueryParam("integer") final @Nullable Integer integer,
            @QueryParam("long") final long large,
            @QueryParam("short") final short little,
            @QueryParam("byte") final byte tiny,
            @QueryParam("double") final double fraction,
            @QueryParam("float") final @Nullable Float single,
            @QueryParam("decimal") final @Nullable BigDecimal decimal,
            @QueryParam("bigint") final @Nullable BigInteger bigint) {
        return text(number, integer, large, little, tiny, fraction, single, decimal, bigint);
    }

    @GET
    @Path("texts")
    public Single<String> texts(
            @QueryParam("string") final @Nullable String string,
            @QueryParam("char") final char letter,
            @QueryParam("boolean") final boolean flag,
            @QueryParam("color") final Thing.@Nullable Color color,
            @QueryParam("level") final @Nullable Level level,
            @QueryParam("word") final @Nullable Word word,
            @QueryParam("uuid") final @Nullable UUID uuid) {
        return text(string, letter, flag, color, level, word, uuid);
    }

    @GET
    @Path("times")
    public Single<String> times(
            @QueryParam("date") final @Nullable LocalDate date,
            @QueryParam("time") final @Nullable LocalTime time,
            @QueryParam("local") final @Nullable LocalDateTime local,
            @QueryParam("instant") final @Nullable Instant instant,
            @QueryParam("offset") final @Nullable OffsetDateTime offset,
            @QueryParam("zoned") final @Nullable ZonedDateTime zoned,
            @QueryParam("duration") final @Nullable Duration duration,
            @QueryParam("month") final @Nullable YearMonth month,
            @QueryParam("year") final @Nullable Year year,
            @QueryParam("day") final @Nullable DayOfWeek day) {
        return text(date, time, local, instant, offset, zoned, duration, month, year, day);
    }

    @GET
    @Path("several")
    public Single<String> several(
            @QueryParam("list") final List<String> list,
            @QueryParam("set") final Set<Integer> set,
            @QueryParam("sorted") final SortedSet<LocalDate> sorted,
            @QueryParam("array") final int[] array,
            @QueryParam("colors") @Size(max = 2) final List<Thing.Color> colors,
            @QueryParam("words") final List<@Size(min = 2, max = 4) String> words) {
        return text(list, set, sorted, array, colors, words);
    }

    @GET
    @Path("optional")
    public Single<String> optional(
            @QueryParam("text") final Optional<@Size(max = 3) String> text,
            @QueryParam("number") final OptionalInt number,
            @QueryParam("large") final OptionalLong large,
            @QueryParam("date") final Optional<LocalDate> date) {
        return text(text, number, large, date);
    }

    @GET
    @Path("constrained")
    public Single<String> constrained(
            @QueryParam("required") @NotNull final String required,
            @QueryParam("code") @Pattern(regexp = "[A-Z]{2}\\d{2}") final @Nullable String code,
            @QueryParam("limit") @DefaultValue("20") @Min(1) @Max(100) final int limit,
            @QueryParam("amount") @Positive final @Nullable BigDecimal amount,
            @QueryParam("tags") @NotEmpty final List<String> tags) {
        return text(required, code, limit, amount, tags);
    }

    @GET
    @Path("headers")
    public Single<String> headers(
            @HeaderParam("X-Number") final @Nullable Integer number,
            @HeaderParam("X-Flag") final boolean flag,
            @HeaderParam("X-Date") final @Nullable LocalDate date,
            @HeaderParam("X-Required") @NotNull @Size(min = 1) final String required,
            @HeaderParam("X-List") final List<String> list) {
        return text(number, flag, date, required, list);
    }

    @GET
    @Path("cookies")
    public Single<String> cookies(
            @CookieParam("number") final @Nullable Integer number,
            @CookieParam("color") final Thing.@Nullable Color color) {
        return text(number, color);
    }

    @GET
    @Path("matrix")
    public Single<String> matrix(@MatrixParam("number") final @Nullable Integer number) {
        return text(number);
    }

    @GET
    @Path("bean")
    public Single<String> bean(@Valid @BeanParam final Several several) {
        return text(several.page, several.word, several.theme);
    }

    @GET
    @Path("path/int/{id}")
    public Single<String> path(@PathParam("id") final int id) {
        return text(id);
    }

    @GET
    @Path("path/long/{id: \\d{1,9}}")
    public Single<String> expression(@PathParam("id") final long id) {
        return text(id);
    }

    @GET
    @Path("path/text/{name}/{code: [a-z]+}.txt")
    public Single<String> two(
            @PathParam("name") @Size(max = 9) final String name, @PathParam("code") final String code) {
        return text(name, code);
    }

    @GET
    @Path("path/values/{date}/{uuid}/{color}/{flag}/{amount}")
    public Single<String> values(
            @PathParam("date") final LocalDate date,
            @PathParam("uuid") final UUID uuid,
            @PathParam("color") final Thing.Color color,
            @PathParam("flag") final boolean flag,
            @PathParam("amount") @Min(2) final BigDecimal amount) {
        return text(date, uuid, color, flag, amount);
    }

    @GET
    @Path("path/segments/{all: .+}")
    public Single<String> segments(@PathParam("all") final List<PathSegment> all) {
        return text(all);
    }
}
