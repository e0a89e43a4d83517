package org.jzenith.openapi.types;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonPOJOBuilder;
import io.vertx.core.json.JsonObject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Types whose JSON depends on the mapper, on annotations and on constraints. */
public final class Shapes {

    private Shapes() {}

    /** A group of constraints. */
    public interface OnCreate {}

    /** A list with a type of its own. */
    public record Labels(@JsonValue List<Thing.Color> all) {

        /** Reads the list. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public Labels {
            all = all.stream().filter(Objects::nonNull).toList();
        }
    }

    /** Values that are arrays or buffers in Java, and text in JSON. */
    public record Arrays(
            char @Nullable [] letters,
            @Nullable ByteBuffer bytes,
            @Nullable Labels labels) {}

    /** Numbers of each kind. */
    public record Numbers(
            int number,
            @Nullable Integer integer,
            long large,
            short little,
            byte tiny,
            double fraction,
            float single,
            boolean flag,
            @Nullable Boolean maybe,
            @Nullable BigDecimal decimal,
            @Nullable BigInteger bigint,
            OptionalInt optional,
            OptionalLong optionalLong) {}

    /** Texts of each kind. */
    public record Texts(
            @Nullable String string,
            @Nullable Character letter,
            @Nullable UUID uuid,
            @Nullable URI uri,
            Thing.@Nullable Color color,
            byte @Nullable [] bytes,
            Optional<String> optional,
            @Nullable Code code,
            @Nullable Grade grade) {}

    /** Times of each kind. */
    public record Times(
            @Nullable LocalDate date,
            @Nullable LocalTime time,
            @Nullable LocalDateTime local,
            @Nullable Instant instant,
            @Nullable OffsetDateTime offset,
            @Nullable Duration duration,
            @Nullable YearMonth month,
            @Nullable Year year,
            @Nullable DayOfWeek weekday,

            @JsonFormat(shape = JsonFormat.Shape.NUMBER) @Nullable
            Instant seconds) {}

    /** Texts that few schemas describe. */
    public record Names(
            @Nullable Locale locale,
            @Nullable Currency currency,
            @Nullable ZoneId zone,
            @JsonFormat(pattern = "dd.MM.yyyy") @Nullable LocalDate german) {}

    /** Containers of each kind. */
    public record Containers(
            @NotNull List<@NotNull @Size(max = 3) String> texts,
            @NotNull Set<@NotNull Integer> numbers,
            @NotNull Map<String, @NotNull @Valid Thing> byName,
            @NotNull Map<Thing.Color, @NotNull Integer> byColor,
            @Nullable EnumMap<Thing.Color, @NotNull String> enumMap,
            @NotNull List<@NotNull List<@NotNull Integer>> nested,
            int @Nullable [] ints) {}

    /** Values of any type. */
    public record Anything(
            @Nullable Object object,
            @Nullable JsonNode node,
            @Nullable JsonObject map) {}

    /** A value that is written as a string. */
    public record Code(@JsonValue String text) {

        /** Accepts few letters. */
        @JsonCreator
        public Code {}
    }

    /** An enum that is a number. */
    public enum Grade {
        GOOD(1),
        BAD(5);

        private final int number;

        Grade(final int number) {
            this.number = number;
        }

        /** Returns the number. */
        @JsonValue
        public int number() {
            return number;
        }
    }

    /** Names in snake case, without nulls. */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Snake(
            @Nullable String firstName,
            @JsonAlias("surname") @Nullable String lastName,
            int ageInYears) {}

    /** Nothing empty is written. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Sparse(
            @NotNull List<@NotNull String> labels, @Nullable String note) {}

    /** An object with properties for one direction. */
    public record Account(
            @JsonProperty(access = JsonProperty.Access.READ_ONLY) @Nullable
            UUID id,

            @JsonProperty(required = true) @NotNull String name,

            @JsonProperty(access = JsonProperty.Access.WRITE_ONLY) @Nullable
            String password,

            @JsonIgnore @Nullable Integer cached) {}

    /** Constraints of each kind. */
    public record Constrained(
            @NotEmpty List<@NotNull String> labels,
            @Pattern(regexp = "[a-z]{1,3}") @Nullable String word,

            @DecimalMin(value = "0.5", inclusive = false) @Nullable
            Double more,

            @Digits(integer = 3, fraction = 0) @Nullable Integer digits,
            @Positive @Nullable Integer positive,
            @Negative @Nullable Long negative,
            @AssertTrue boolean accepted,
            @NotEmpty Map<String, @NotNull Integer> numbers,

            @NotNull(groups = OnCreate.class) @Null(groups = Missing.class) @Nullable
            String creator,

            @Valid @Nullable Constrained inner) {}

    /** A group that no method checks. */
    public interface Missing {}

    /** A bean with setters. */
    public static final class Bean {
        private @Nullable String text;
        private int number = 1;

        /** Returns the text. */
        public @Nullable String getText() {
            return text;
        }

        /** Sets the text. */
        public void setText(final @Nullable String given) {
            text = given;
        }

        /** Returns the number. */
        @Positive
        public int getNumber() {
            return number;
        }

        /** Sets the number. */
        public void setNumber(final int given) {
            number = given;
        }
    }

    /** An object made by a factory. */
    public static final class Made {
        private final String text;

        private Made(final String text) {
            this.text = text;
        }

        /** Makes it. */
        @JsonCreator
        public static Made of(@JsonProperty("text") final @Nullable String given) {
            return new Made(given == null ? "" : given);
        }

        /** Returns the text. */
        public String getText() {
            return text;
        }
    }

    /** An object made by a builder. */
    @JsonDeserialize(builder = Built.Builder.class)
    public static final class Built {
        private final int width;

        private Built(final int width) {
            this.width = width;
        }

        /** Returns the width. */
        public int getWidth() {
            return width;
        }

        /** Makes it. */
        @JsonPOJOBuilder(withPrefix = "with")
        public static final class Builder {
            private int width;

            /** Sets the width. */
            public Builder withWidth(final int given) {
                width = given;
                return this;
            }

            /** Makes it. */
            public Built build() {
                return new Built(width);
            }
        }
    }

    /** Further properties of any name. */
    public static final class Open {
        private final Map<String, Integer> others = new HashMap<>();

        /** A property with a name. */
        public @Nullable String name;

        /** Returns the others. */
        @JsonAnyGetter
        public Map<String, Integer> others() {
            return others;
        }

        /** Adds one. */
        @JsonAnySetter
        public void add(final String key, final int value) {
            others.put(key, value);
        }
    }

    /** Properties of another object among its own. */
    public static final class Wrapped {
        /** The other object. */
        @JsonUnwrapped(prefix = "size_")
        public @Nullable Size2 size;

        /** Its own. */
        public int weight;
    }

    /** A size. */
    public static final class Size2 {
        /** The width. */
        public int width;
    }

    /** Written as an array. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @com.fasterxml.jackson.annotation.JsonPropertyOrder({"x", "y"})
    public record Point(int x, int y) {}

    /** An animal of one of two kinds. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Cat.class, name = "cat"),
        @JsonSubTypes.Type(value = Dog.class, name = "dog")
    })
    public sealed interface Animal permits Cat, Dog {}

    /** A cat. */
    public record Cat(@Positive int lives) implements Animal {}

    /** A dog. */
    public record Dog(@Nullable String name) implements Animal {}

    /** A shape in an object with its name. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle")})
    public interface Figure {}

    /** A circle. */
    public record Circle(int radius) implements Figure {}

    /** A shape that is known by its properties. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(ByPhone.class), @JsonSubTypes.Type(ByMail.class)})
    public interface Contact {}

    /** By phone. */
    public record ByPhone(@NotNull String phone) implements Contact {}

    /** By mail. */
    public record ByMail(@NotNull String mail) implements Contact {}

    /** A part of a list. */
    public record Page<T>(@NotNull List<@NotNull @Valid T> elements, int total) {}

    /** A tree. */
    public record Tree(@Nullable String label, @NotNull List<@NotNull @Valid Tree> children) {}

    /** Containers with elements that may be null, and some with elements that may not. */
    public record Holes(
            @NotNull List<@Nullable String> texts,
            @NotNull Map<String, @Nullable Integer> byName,
            @Valid @Nullable Thing @Nullable [] things,
            @NotNull List<@NotNull List<@Nullable Integer>> nested,
            @NotNull List<@NotNull String> full,

            @JsonSetter(contentNulls = Nulls.FAIL) @NotNull List<String> read,

            @JsonSetter(contentNulls = Nulls.SKIP) @NotNull List<String> skipped,

            @JsonSetter(nulls = Nulls.FAIL) String given,

            double @Nullable [] numbers) {}

    /** An enum that is written as its index. */
    @JsonFormat(shape = JsonFormat.Shape.NUMBER)
    public enum Level {
        LOW,
        HIGH
    }

    /** Enums in other forms than their names. */
    public record Enums(
            @Nullable Level level,

            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Thing.@Nullable Color color,

            @JsonFormat(shape = JsonFormat.Shape.NUMBER) @NotNull
            List<Thing.@NotNull Color> colors,

            @NotNull List<@NotNull Grade> grades,
            @Nullable Size3 size) {}

    /** An enum with other names in JSON. */
    public enum Size3 {
        @JsonProperty("s")
        @JsonAlias("tiny")
        SMALL,

        @JsonProperty("l")
        LARGE
    }

    /** Maps with numbers as keys, whose range no pattern states. */
    public record Numbered(
            @NotNull Map<Integer, @NotNull String> byInteger,
            @NotNull Map<Long, @NotNull String> byLong,
            @NotNull Map<Double, @NotNull String> byFraction) {}

    /** Maps with keys of each kind. */
    public record Keys(
            @NotNull Map<UUID, @NotNull String> byId,
            @NotNull Map<Thing.Color, @NotNull String> byColor,
            @NotNull Map<Grade, @NotNull String> byGrade,
            @NotNull Map<Level, @NotNull String> byLevel,
            @NotNull Map<Size3, @NotNull String> bySize,
            @NotNull Map<LocalDate, @NotNull String> byDate,
            @NotNull Map<Boolean, @NotNull String> byFlag,
            @NotNull Map<Code, @NotNull String> byCode) {}

    /** A repeated person is written as the id of the first one. */
    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class)
    public static final class Person {
        /** The name. */
        public @Nullable String name;

        /** Is perhaps the same as another. */
        @Valid
        public @Nullable Person friend;

        /** Are perhaps the same as others. */
        public @NotNull List<@NotNull @Valid Person> others = List.of();
    }

    /** A repeated room is written as its code. */
    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "code")
    public static final class Room {
        /** The code. */
        public @NotNull String code = "";

        /** The door from here. */
        @Valid
        public @Nullable Room next;

        /** The door to here. */
        @Valid
        @JsonIdentityReference(alwaysAsId = true)
        public @Nullable Room previous;
    }

    /** A seat, which may also be read from its number. */
    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class)
    public static final class Seat {
        /** The number. */
        public int number;

        /** The next seat. */
        @Valid
        public @Nullable Seat next;

        /** Makes the first one. */
        public Seat() {}

        /** Makes it from its number. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public Seat(final int given) {
            number = given;
        }
    }

    /** Times in formats of their own, also inside of others. */
    public record Formatted(
            @JsonFormat(pattern = "dd.MM.yyyy") @NotNull List<@NotNull LocalDate> dates,

            @JsonFormat(pattern = "dd.MM.yyyy") @NotNull Map<LocalDate, @NotNull List<@NotNull LocalDate>> byDate,

            @JsonFormat(pattern = "dd.MM.yyyy") Optional<LocalDate> optional,
            @JsonFormat(pattern = "MM/yyyy") @Nullable YearMonth month) {}

    /** Times that are numbers, also inside of others. */
    public record Timestamps(
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) @NotNull
            List<@NotNull Instant> seconds,

            @JsonFormat(shape = JsonFormat.Shape.NUMBER) @NotNull
            Map<String, @NotNull Duration> byName,

            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Optional<Instant> optional) {}

    /** Texts whose size is that of an array. */
    public record Sized(
            @Size(min = 1, max = 6) byte @Nullable [] bytes,
            @Size(max = 3) char @Nullable [] letters) {}
}
