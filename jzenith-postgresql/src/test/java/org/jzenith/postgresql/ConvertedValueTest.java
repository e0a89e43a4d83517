package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.inject.AbstractModule;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.data.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.converter.SqlConverter;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.RowMappingException;

/** Values in the classes of an application, there and back. */
class ConvertedValueTest {

    private static final String DATABASE = TestServer.freshDatabase();

    private static RunningApplication application;
    private static Database database;

    private enum Colour {
        RED,
        GREEN
    }

    /** Stored as its first letter. */
    private enum Size {
        SMALL,
        LARGE {
            @Override
            boolean isLarge() {
                return true;
            }
        };

        boolean isLarge() {
            return false;
        }

        static Size of(final String letter) {
            return Arrays.stream(values())
                    .filter(size -> size.name().startsWith(letter))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private record Email(String address) {
        Email {
            if (address.isEmpty()) {
                throw new IllegalArgumentException("an empty address");
            }
        }
    }

    private record Address(
            String street, @JsonProperty("no") int number, Instant since) {}

    private record Order(Email email, Size size, List<Email> copies, Address address, Map<String, Integer> counts) {}

    @BeforeAll
    static void start() {
        TestServer.run(DATABASE, "CREATE TYPE colour AS ENUM ('RED', 'GREEN')");
        application = withConverters(
                        SqlConverter.of(Email.class, String.class, Email::address, Email::new),
                        SqlConverter.of(
                                Size.class, String.class, size -> size.name().substring(0, 1), Size::of))
                .run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    private static JZenith withConverters(final SqlConverter<?, ?>... converters) {
        return TestServer.application(DATABASE).withModules(new AbstractModule() {
            @Override
            protected void configure() {
                for (final SqlConverter<?, ?> converter : converters) {
                    SqlConverter.binder(binder()).addBinding().toInstance(converter);
                }
            }
        });
    }

    private static Row sent(final String type, final Object value) {
        return database.query("SELECT $1::" + type, value).single().blockingGet();
    }

    private static <T> void assertReturns(final String type, final T value, final Class<T> asked) {
        final Row row = sent(type, value);
        assertThat(row.get(asked, 0)).as(type).isEqualTo(value);
        assertThat(database.query("SELECT $1::" + type, value)
                        .as(asked)
                        .single()
                        .blockingGet())
                .as(type)
                .isEqualTo(value);
        assertThat(database.query("SELECT ARRAY[NULL, $1::" + type + "]", value)
                        .map(array -> ((Object[]) array.get((Class<?>) asked.arrayType(), 0))[1])
                        .single()
                        .blockingGet())
                .as(type + "[]")
                .isEqualTo(value);
        final Row list = sent(type + "[]", Arrays.asList(value, null));
        assertThat((Object[]) list.get((Class<?>) asked.arrayType(), 0))
                .as("list for " + type + "[]")
                .containsExactly(value, null);
    }

    @Test
    void valuesReturnInTheirClass() {
        assertReturns("bool", true, Boolean.class);
        assertReturns("int2", Short.MIN_VALUE, Short.class);
        assertReturns("int4", Integer.MIN_VALUE, Integer.class);
        assertReturns("int8", Long.MIN_VALUE, Long.class);
        assertReturns("float4", 1.5f, Float.class);
        assertReturns("float8", 1.5, Double.class);
        assertReturns("numeric", new BigDecimal("1.50"), BigDecimal.class);
        assertReturns("numeric", BigInteger.TEN.pow(30), BigInteger.class);
        assertReturns("text", "a,\"b\"\\", String.class);
        assertReturns("uuid", new UUID(1, 2), UUID.class);
        assertReturns("bytea", Buffer.buffer("bytes"), Buffer.class);
        assertReturns("bytea", new byte[] {0, -1}, byte[].class);
        assertReturns("date", LocalDate.of(2026, 1, 2), LocalDate.class);
        assertReturns("time", LocalTime.of(3, 4, 5, 6_000), LocalTime.class);
        assertReturns("timetz", OffsetTime.of(3, 4, 5, 0, ZoneOffset.ofHours(2)), OffsetTime.class);
        assertReturns("timestamp", LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6_000), LocalDateTime.class);
        assertReturns("timestamptz", OffsetDateTime.parse("2026-01-02T03:04:05Z"), OffsetDateTime.class);
        assertReturns("timestamptz", Instant.parse("2026-01-02T03:04:05.000006Z"), Instant.class);
        assertReturns("timestamptz", Instant.MAX, Instant.class);
        assertReturns("interval", Duration.ofDays(-400).minusNanos(1_000), Duration.class);
        assertReturns("interval", Duration.ZERO, Duration.class);
        assertReturns("interval", Period.of(1, 2, -3), Period.class);
        assertReturns("interval", Period.ZERO, Period.class);
        assertReturns("interval", new Interval(1, 2, 3, 4, 5, 6, 7), Interval.class);
        assertReturns("colour", Colour.GREEN, Colour.class);
        assertReturns("text", Colour.GREEN, Colour.class);
        assertReturns("text", new Email("a@b.example"), Email.class);
        assertReturns("varchar", Size.LARGE, Size.class);
    }

    @Test
    void aMomentWithATimeZoneKeepsTheMoment() {
        final ZonedDateTime sent = ZonedDateTime.of(2026, 7, 1, 12, 0, 0, 0, ZoneId.of("Europe/Berlin"));
        final Row row = sent("timestamptz", sent);
        assertThat(row.get(ZonedDateTime.class, 0)).isEqualTo(sent.withZoneSameInstant(ZoneOffset.UTC));
        assertThat(row.getInstant(0)).isEqualTo(sent.toInstant());
        assertThat(sent("text", null).getInstant(0)).isNull();
        assertThat(database.query("SELECT '-infinity'::timestamptz AS t")
                        .single()
                        .blockingGet()
                        .getInstant("t"))
                .isEqualTo(Instant.MIN);
    }

    @Test
    void anIntervalIsADurationWithoutMonthsAndAPeriodWithoutATime() {
        final Row row = database.query("SELECT '2 days 03:00:00.5'::interval AS time, '1 month'::interval AS month,"
                        + " '2562047788:00:54.775807'::interval AS longest")
                .single()
                .blockingGet();
        assertThat(row.getDuration("time"))
                .isEqualTo(Duration.ofDays(2).plusHours(3).plusMillis(500));
        assertThat(row.getDuration("longest")).isEqualTo(Duration.ofSeconds(9_223_372_036_854L, 775_807_000));
        assertThat(row.get(Period.class, "month")).isEqualTo(Period.ofMonths(1));
        assertThatThrownBy(() -> row.getDuration("month"))
                .isInstanceOf(RowMappingException.class)
                .hasMessageContaining(
                        "column month of the type interval cannot be read as Duration; read it with get(Interval");
        assertThatThrownBy(() -> row.get(Period.class, "time"))
                .hasMessageContaining("column time of the type interval cannot be read as Period");
        assertThatThrownBy(() -> sent("interval", Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("parameter $1 is a java.time.Duration that does not fit");
    }

    @Test
    void documentsAreReadAndWrittenByTheApplicationsMapper() {
        final Address address = new Address("High Street", 5, Instant.EPOCH);
        final Row row = sent("jsonb", address);
        assertThat(row.getString(0))
                .isEqualTo("{\"no\": 5, \"since\": \"1970-01-01T00:00:00Z\", \"street\": \"High Street\"}");
        assertThat(row.get(Address.class, 0)).isEqualTo(address);
        assertThat((Object) row.get(Map.class, 0))
                .isEqualTo(Map.of("no", 5, "since", "1970-01-01T00:00:00Z", "street", "High Street"));
        assertThat(sent("json", Map.of("a", List.of(1, 2))).getJsonObject(0))
                .isEqualTo(new JsonObject("{\"a\":[1,2]}"));
        assertThat((Object) sent("jsonb", List.of(1, "two")).get(List.class, 0)).isEqualTo(List.of(1, "two"));
        assertThat(sent("jsonb[]", List.of(address, address)).get(Address[].class, 0)[1])
                .isEqualTo(address);
        assertThatThrownBy(() -> sent("jsonb", Map.of("a", Double.NaN))).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> sent("jsonb", Map.of("secret", new Object())))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("that cannot be serialized")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> sent("int", Map.of("a", 1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("where a value of the type integer is expected");
    }

    @Test
    void listsAreArrays() {
        assertThat(database.query("SELECT count(*) FROM generate_series(1, 9) n WHERE n = ANY($1)", List.of(2, 3L, 99))
                        .as(Long.class)
                        .single()
                        .blockingGet())
                .isEqualTo(2);
        assertThat(sent("text[]", List.of()).get(String[].class, 0)).isEmpty();
        assertThat(sent("text[]", Set.of("a")).getString(0)).isEqualTo("{a}");
        assertThat(sent("time[]", List.of(LocalTime.NOON)).getString(0)).isEqualTo("{12:00:00}");
        assertThat(sent("colour[]", List.of(Colour.RED, Colour.GREEN)).getString(0))
                .isEqualTo("{RED,GREEN}");
        assertThatThrownBy(() -> sent("int[]", List.of("secret")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(
                        "parameter $1 is a java.lang.String where a value of the type integer is expected")
                .hasMessageNotContaining("secret");
    }

    @Test
    void convertersApplyToComponents() {
        final Order order = new Order(
                new Email("a@b.example"),
                Size.LARGE,
                List.of(new Email("c@d.example")),
                new Address("High Street", 5, Instant.EPOCH),
                Map.of("a", 1));
        assertThat(database.query(
                                "SELECT $1::text AS email, $2::text AS size, $3::text[] AS copies, $4::jsonb AS address,"
                                        + " $5::jsonb AS counts",
                                order.email(),
                                order.size(),
                                order.copies(),
                                order.address(),
                                order.counts())
                        .as(Order.class)
                        .single()
                        .blockingGet())
                .isEqualTo(order);
        assertThat(order.size().isLarge()).isTrue();
    }

    @Test
    void anExceptionOfAConverterNamesItAndNoValue() {
        assertThatThrownBy(() -> sent("text", "").get(Email.class, 0))
                .isInstanceOf(RowMappingException.class)
                .hasMessageContaining(
                        "has a value for which the converter SqlConverter.of(Email.class, String.class, ..) threw a"
                                + " java.lang.IllegalArgumentException; ");
        final RunningApplication failing = withConverters(SqlConverter.of(
                        Email.class,
                        String.class,
                        email -> {
                            throw new IllegalArgumentException(email.address());
                        },
                        Email::new))
                .run();
        try {
            assertThatThrownBy(() -> failing.get(Database.class)
                            .query("SELECT $1::text", new Email("secret"))
                            .single()
                            .blockingGet())
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("parameter $1 is a " + Email.class.getName()
                            + " for which its SqlConverter threw a java.lang.IllegalArgumentException")
                    .hasMessageNotContaining("secret");
        } finally {
            failing.stop();
        }
    }

    @Test
    void twoConvertersForAClassFailTheStart() {
        assertThatThrownBy(() -> withConverters(
                                SqlConverter.of(Email.class, String.class, Email::address, Email::new),
                                SqlConverter.of(Email.class, Object.class, Email::address, any -> new Email("a")))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("There are two SqlConverters for " + Email.class.getName());
    }

    @Test
    void aDatabaseWithAQualifierHasTheConverters() {
        final RunningApplication two = withConverters(
                        SqlConverter.of(Email.class, String.class, Email::address, Email::new))
                .withPlugins(PostgresqlPlugin.named("other"))
                .withConfiguration(
                        "postgresql.other.url", TestServer.settings(DATABASE).get("postgresql.url"))
                .withConfiguration(
                        "postgresql.other.username",
                        TestServer.settings(DATABASE).get("postgresql.username"))
                .withConfiguration(
                        "postgresql.other.password",
                        TestServer.settings(DATABASE).get("postgresql.password"))
                .run();
        try {
            assertThat(two.get(Database.class, "other")
                            .query("SELECT $1::text", new Email("a@b.example"))
                            .as(Email.class)
                            .single()
                            .blockingGet())
                    .isEqualTo(new Email("a@b.example"));
        } finally {
            two.stop();
        }
    }
}
