package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.NetUtil;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.data.Cidr;
import io.vertx.pgclient.data.Inet;
import io.vertx.pgclient.data.Interval;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.RowMappingException;
import org.jzenith.sql.error.SqlException;

/** Values of each type of the server, compared with the server's own text. */
class ColumnTypesTest {

    private static final String DATABASE = TestServer.freshDatabase();

    /** Types whose input function refuses every value, so that only the server itself stores them. */
    private static final List<String> WITHOUT_INPUT = List.of(
            "gtsvector",
            "pg_brin_bloom_summary",
            "pg_brin_minmax_multi_summary",
            "pg_dependencies",
            "pg_mcv_list",
            "pg_ndistinct",
            "pg_node_tree");

    private static final Pattern NUMBER = Pattern.compile("-?(?:\\d[\\d.]*(?:[eE][-+]?\\d+)?|Infinity|NaN)");
    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR_OF_ERA, 4, 10, SignStyle.NEVER)
            .appendPattern("-MM-dd")
            .toFormatter();
    private static final DateTimeFormatter OFFSET =
            new DateTimeFormatterBuilder().appendOffset("+HH:mm", "+00").toFormatter();

    /** Text of values by the name of the type. */
    private static final Map<String, List<String>> SAMPLES = new TreeMap<>(Map.ofEntries(
            Map.entry("bool", List.of("true", "false")),
            Map.entry("bytea", List.of("\\x00ff7b", "")),
            Map.entry("char", List.of("a", "{", "\\200")),
            Map.entry("name", List.of("a name", "{name")),
            Map.entry("int2", List.of("-32768", "32767")),
            Map.entry("int4", List.of("-2147483648", "2147483647")),
            Map.entry("int8", List.of("-9223372036854775808", "9223372036854775807")),
            Map.entry("int2vector", List.of("1 2")),
            Map.entry("oidvector", List.of("1 4294967295")),
            Map.entry("oid", List.of("0", "4294967295")),
            Map.entry("tid", List.of("(1,2)")),
            Map.entry("xid", List.of("4294967295")),
            Map.entry("xid8", List.of("18446744073709551615")),
            Map.entry("cid", List.of("7")),
            Map.entry("regproc", List.of("now")),
            Map.entry("regprocedure", List.of("lower(text)")),
            Map.entry("regoper", List.of("|/")),
            Map.entry("regoperator", List.of("+(integer,integer)")),
            Map.entry("regclass", List.of("pg_type")),
            Map.entry("regcollation", List.of("\"C\"")),
            Map.entry("regtype", List.of("integer")),
            Map.entry("regrole", List.of("pg_monitor")),
            Map.entry("regnamespace", List.of("pg_catalog")),
            Map.entry("regconfig", List.of("english")),
            Map.entry("regdictionary", List.of("simple")),
            Map.entry("text", List.of("a text", "{not,an,array}", "", "{", "NULL", "\"\\")),
            Map.entry("varchar", List.of("{1}", "ä\uD83D\uDE00")),
            Map.entry("bpchar", List.of("{1} ")),
            Map.entry("xml", List.of("<a b=\"1\">{c}</a>")),
            Map.entry(
                    "json",
                    List.of(
                            "{\"a\":[1,2.50,null],\"b\":{}}",
                            "[]",
                            "\"text\"",
                            "null",
                            "true",
                            "1E+400",
                            "12345678901234567890")),
            Map.entry("jsonb", List.of("{\"a\":[1,2.50,null]}", "0.1000", "\"{\"", "null")),
            Map.entry("jsonpath", List.of("$.\"a\"[*]")),
            Map.entry("point", List.of("(1,-2.5)", "(1e+300,Infinity)")),
            Map.entry("line", List.of("{1,2,-3.25}")),
            Map.entry("lseg", List.of("[(1,2),(3,4)]")),
            Map.entry("box", List.of("(3,4),(1,2)")),
            Map.entry("path", List.of("[(1,2),(3,4),(5,6)]", "((1,2),(3,4))")),
            Map.entry("polygon", List.of("((1,2),(3,4),(5,6))")),
            Map.entry("circle", List.of("<(1,2),3>")),
            Map.entry("float4", List.of("1.1", "3.4028235e+38", "NaN", "-Infinity")),
            Map.entry("float8", List.of("0.1", "1.7976931348623157e+308", "5e-324", "NaN", "Infinity")),
            Map.entry(
                    "numeric",
                    List.of("0", "1.50", "-123456789012345678901234567890.123456789", "NaN", "Infinity", "-Infinity")),
            Map.entry("money", List.of("-$1,234.56")),
            Map.entry("inet", List.of("10.0.0.1", "10.0.0.1/8", "2001:db8::1", "::ffff:1.2.3.4", "::1/64")),
            Map.entry("cidr", List.of("10.0.0.0/8", "2001:db8::/32")),
            Map.entry("macaddr", List.of("08:00:2b:01:02:03")),
            Map.entry("macaddr8", List.of("08:00:2b:01:02:03:04:05")),
            Map.entry("bit", List.of("1")),
            Map.entry("varbit", List.of("10101", "")),
            Map.entry(
                    "date",
                    List.of("2024-02-29", "infinity", "-infinity", "4713-01-01 BC", "0001-12-31 BC", "5874897-12-31")),
            Map.entry("time", List.of("00:00:00", "23:59:59.999999", "24:00:00", "10:20:30.5")),
            Map.entry("timetz", List.of("10:20:30+02", "24:00:00-05:30", "00:00:00.000001+15:59")),
            Map.entry(
                    "timestamp",
                    List.of(
                            "2024-02-29 10:20:30",
                            "2024-02-29 10:20:30.123456",
                            "infinity",
                            "-infinity",
                            "4714-11-24 00:00:00 BC",
                            "294276-12-31 23:59:59.999999")),
            Map.entry(
                    "timestamptz",
                    List.of(
                            "2024-02-29 10:20:30.5+00",
                            "infinity",
                            "-infinity",
                            "4714-11-24 00:00:00+00 BC",
                            "294276-12-31 23:59:59.999999+00")),
            Map.entry(
                    "interval",
                    List.of(
                            "00:00:00",
                            "30 days",
                            "1 mon",
                            "25:00:00",
                            "1 year 2 mons 3 days 04:05:06.7",
                            "-1 years -2 mons +3 days -04:05:06.000007")),
            Map.entry("uuid", List.of("00000000-0000-4000-8000-0123456789ab")),
            Map.entry("pg_lsn", List.of("16/B374D848")),
            Map.entry("tsvector", List.of("'a':1 'b':2A")),
            Map.entry("tsquery", List.of("'a' & !'b'")),
            Map.entry("refcursor", List.of("{cursor}")),
            Map.entry("aclitem", List.of("pg_monitor=r/pg_monitor")),
            Map.entry("txid_snapshot", List.of("10:20:10,14")),
            Map.entry("pg_snapshot", List.of("10:20:10,14")),
            Map.entry("int4range", List.of("[1,10)", "empty")),
            Map.entry("int8range", List.of("[1,)")),
            Map.entry("numrange", List.of("(1.5,2.5]")),
            Map.entry("daterange", List.of("[2024-01-01,2024-02-01)")),
            Map.entry("tsrange", List.of("[\"2024-01-01 00:00:00\",)")),
            Map.entry("tstzrange", List.of("(,\"2024-01-01 00:00:00+00\")")),
            Map.entry("int4multirange", List.of("{[1,2),[5,7)}", "{}")),
            Map.entry("int8multirange", List.of("{[1,2)}")),
            Map.entry("nummultirange", List.of("{[1.5,2.5]}")),
            Map.entry("datemultirange", List.of("{[2024-01-01,2024-02-01)}")),
            Map.entry("tsmultirange", List.of("{[\"2024-01-01 00:00:00\",)}")),
            Map.entry("tstzmultirange", List.of("{}")),
            Map.entry("information_schema.cardinal_number", List.of("7")),
            Map.entry("information_schema.character_data", List.of("{a")),
            Map.entry("information_schema.sql_identifier", List.of("a")),
            Map.entry("information_schema.time_stamp", List.of("2024-02-29 10:20:30+00")),
            Map.entry("information_schema.yes_or_no", List.of("YES")),
            Map.entry("public.mood", List.of("{happy", "{a,b}", "sad")),
            Map.entry("public.positive", List.of("7")),
            Map.entry("public.pair", List.of("(1,\"{a\")")),
            Map.entry("public.span", List.of("[1.5,2.5)")),
            Map.entry("public.span_multirange", List.of("{[1.5,2.5)}")),
            Map.entry("public.citext", List.of("{Name", "NULL"))));

    /** Money needs an object of the driver, and {@code "char"} takes one byte. */
    private static final List<String> NOT_SENT_BACK = List.of("money", "char");

    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        TestServer.run(DATABASE, "ALTER DATABASE " + DATABASE + " SET timezone = 'UTC'");
        TestServer.run(DATABASE, "CREATE TYPE mood AS ENUM ('{happy', '{a,b}', 'sad')");
        TestServer.run(DATABASE, "CREATE DOMAIN positive AS int CHECK (value > 0)");
        TestServer.run(DATABASE, "CREATE TYPE pair AS (a int, b text)");
        TestServer.run(DATABASE, "CREATE TYPE span AS RANGE (subtype = float8)");
        TestServer.run(DATABASE, "CREATE EXTENSION citext");
        application = TestServer.application(DATABASE).run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
    }

    /** A type of the server. */
    private record ServerType(String name, String key, String element) {}

    private static List<ServerType> serverTypes() {
        return database.query("SELECT quote_ident(n.nspname) || '.' || quote_ident(t.typname) AS name,"
                        + " CASE n.nspname WHEN 'pg_catalog' THEN '' ELSE n.nspname || '.' END AS schema, t.typname::text AS type,"
                        + " e.typname::text AS element"
                        + " FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace"
                        + " LEFT JOIN pg_type e ON e.typarray = t.oid LEFT JOIN pg_class c ON c.oid = coalesce(e.typrelid, t.typrelid)"
                        + " WHERE t.typtype IN ('b', 'e', 'd', 'r', 'm', 'c') AND coalesce(e.typtype, 'b') <> 'p'"
                        + " AND coalesce(c.relkind, 'c') = 'c' ORDER BY t.oid")
                .map(row -> new ServerType(
                        row.getString("name"),
                        row.getString("schema") + row.getString("type"),
                        row.getString("element") == null ? null : row.getString("schema") + row.getString("element")))
                .list()
                .blockingGet();
    }

    /** A value as the client reads it, its text if it arrives as text, and the server's text of it and of its elements. */
    private record Read(Object value, String text, String server, List<String> elements) {

        boolean isRight() {
            if (text != null && !text.equals(server)) {
                return false;
            }
            if (!(value instanceof Object[] array)) {
                return isRight(value, server);
            }
            for (int i = 0; i < Math.max(array.length, elements.size()); i++) {
                if (!isRight(array[i], elements.get(i))) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isRight(final Object value, final String server) {
            return value == null || server == null
                    ? value == null && server == null
                    : render(value).equals(server)
                            || (isJson(value) && Json.encode(value).equals(server.replace(" ", "")))
                            || numbers(value.toString()).equals(numbers(server))
                                    && !numbers(server).isEmpty();
        }

        private static boolean isJson(final Object value) {
            return value instanceof JsonObject
                    || value instanceof JsonArray
                    || value instanceof String
                    || value instanceof Number
                    || value instanceof Boolean;
        }

        private static List<Double> numbers(final String text) {
            return NUMBER.matcher(text)
                    .results()
                    .map(number -> Double.valueOf(number.group()))
                    .toList();
        }
    }

    private static SqlQuery<Read> query(final Queries queries, final ServerType type, final String expression) {
        final boolean isArray = type.element() != null;
        return queries.query("SELECT v, format('%s', v) AS server, "
                        + (isArray
                                ? "ARRAY(SELECT CASE WHEN e IS NOT NULL THEN format('%s', e) END FROM unnest(v) e)"
                                : "'{}'::text[]")
                        + " AS elements FROM (SELECT " + expression + " AS v) s")
                .map(row -> new Read(
                        // an array of a type of one's own is a text, unless an array is asked for
                        isArray && row.getValue(0) instanceof String ? row.get(String[].class, 0) : row.getValue(0),
                        isArray || row.getValue(0) instanceof String ? row.getString(0) : null,
                        row.getString("server"),
                        Arrays.asList(row.get(String[].class, "elements"))));
    }

    /** Returns a value as the server writes it. */
    private static String render(final Object value) {
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        } else if (value instanceof Boolean flag) {
            return flag ? "t" : "f";
        } else if (value == Tuple.JSON_NULL) {
            return "null";
        } else if (value instanceof Buffer bytes) {
            return "\\x" + HexFormat.of().formatHex(bytes.getBytes());
        } else if (value instanceof LocalDate date) {
            return render(date, LocalDate.MIN, LocalDate.MAX, DATE.format(date) + era(date.getYear()));
        } else if (value instanceof LocalDateTime time) {
            return render(time, LocalDateTime.MIN, LocalDateTime.MAX, render(time) + era(time.getYear()));
        } else if (value instanceof OffsetDateTime time) {
            return render(
                    time,
                    OffsetDateTime.MIN,
                    OffsetDateTime.MAX,
                    render(time.toLocalDateTime()) + "+00" + era(time.getYear()));
        } else if (value instanceof LocalTime time) {
            return time.equals(LocalTime.MAX) ? "24:00:00" : DateTimeFormatter.ISO_LOCAL_TIME.format(time);
        } else if (value instanceof OffsetTime time) {
            return render(time.toLocalTime()) + OFFSET.format(time);
        } else if (value instanceof Interval interval) {
            return render(interval);
        } else if (value instanceof Inet inet) {
            return address(inet.getAddress()) + (inet.getNetmask() == null ? "" : "/" + inet.getNetmask());
        } else if (value instanceof Cidr cidr) {
            return address(cidr.getAddress()) + "/" + cidr.getNetmask();
        }
        return String.valueOf(value);
    }

    private static String render(final Object value, final Object least, final Object greatest, final String text) {
        return value.equals(least) ? "-infinity" : value.equals(greatest) ? "infinity" : text;
    }

    private static String render(final LocalDateTime time) {
        return DATE.format(time) + " " + DateTimeFormatter.ISO_LOCAL_TIME.format(time);
    }

    private static String era(final int year) {
        return year > 0 ? "" : " BC";
    }

    private static String address(final InetAddress address) {
        final String text = NetUtil.toAddressString(address);
        // the server writes an IPv4 address that is mapped to IPv6 with dots
        return address instanceof Inet6Address && text.startsWith("::ffff:")
                ? "::ffff:" + NetUtil.bytesToIpAddress(Arrays.copyOfRange(address.getAddress(), 12, 16))
                : text;
    }

    private static String render(final Interval interval) {
        final long seconds = interval.getHours() * 3_600L + interval.getMinutes() * 60L + interval.getSeconds();
        final LocalTime fraction = LocalTime.ofNanoOfDay(Math.abs(interval.getMicroseconds()) * 1_000L);
        final String time = String.format(
                        "%02d:%02d:%02d",
                        Math.abs(seconds) / 3_600, Math.abs(seconds) / 60 % 60, Math.abs(seconds) % 60)
                + DateTimeFormatter.ISO_LOCAL_TIME.format(fraction).substring("00:00:00".length());
        final List<String> parts = new ArrayList<>();
        addPart(parts, interval.getYears(), "year");
        addPart(parts, interval.getMonths(), "mon");
        addPart(parts, interval.getDays(), "day");
        if (parts.isEmpty() || !time.equals("00:00:00")) {
            parts.add((seconds < 0 || interval.getMicroseconds() < 0 ? "-" : afterNegative(parts)) + time);
        }
        return String.join(" ", parts);
    }

    private static void addPart(final List<String> parts, final int number, final String unit) {
        if (number != 0) {
            parts.add((number > 0 ? afterNegative(parts) : "") + number + " " + unit + (number == 1 ? "" : "s"));
        }
    }

    private static String afterNegative(final List<String> parts) {
        return !parts.isEmpty() && parts.get(parts.size() - 1).startsWith("-") ? "+" : "";
    }

    @Test
    void eachTypeIsReadAsTheServerWritesIt() {
        assertThat(wrong(SqlQuery::single)).isEmpty();
    }

    @Test
    void eachTypeIsReadInStreamsAndTransactions() {
        assertThat(wrong(query -> query.stream().singleOrError())).isEmpty();
        assertThat(wrong(query -> database.withTransaction(tx -> tx.with(query).single())))
                .isEmpty();
    }

    /** A way to run a query. */
    private interface Run {

        Single<Read> run(SqlQuery<Read> query);
    }

    private static List<String> wrong(final Run run) {
        final List<String> wrong = new ArrayList<>();
        for (final ServerType type : serverTypes()) {
            for (final String expression : expressions(type)) {
                try {
                    final Read read = run.run(query(database, type, expression)).blockingGet();
                    if (!read.isRight()) {
                        wrong.add(expression + " is read as " + read);
                    }
                } catch (final RuntimeException e) {
                    wrong.add(expression + " cannot be read: " + e);
                }
            }
        }
        return wrong;
    }

    private static List<String> expressions(final ServerType type) {
        final String scalar = type.element() == null ? type.key() : type.element();
        if (WITHOUT_INPUT.contains(scalar)) {
            return List.of();
        }
        final List<String> samples = SAMPLES.getOrDefault(scalar, List.of("no sample in this test")).stream()
                .map(sample -> "'" + sample.replace("'", "''") + "'")
                .toList();
        return type.element() == null
                ? samples.stream().map(sample -> sample + "::" + type.name()).toList()
                : List.of("'{}'::" + type.name(), "ARRAY[NULL, " + String.join(", ", samples) + "]::" + type.name());
    }

    @Test
    void whatIsReadCanBeSentBackOrIsRefused() {
        final List<String> wrong = new ArrayList<>();
        for (final ServerType type : serverTypes()) {
            for (final String expression : expressions(type)) {
                if (!NOT_SENT_BACK.contains(type.element() == null ? type.key() : type.element())) {
                    final Read read = query(database, type, expression).single().blockingGet();
                    try {
                        final String back = database.query("SELECT format('%s', $1::" + type.name() + ")", read.value())
                                .map(row -> row.getString(0))
                                .single()
                                .blockingGet();
                        if (!back.equals(read.server())) {
                            wrong.add(expression + " comes back as " + back);
                        }
                    } catch (final InvalidValueException e) {
                        // such as infinity as a numeric: refused, which is not wrong
                        if (!e.getMessage().contains("does not fit the type")) {
                            wrong.add(expression + " cannot be sent: " + e);
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Row row(final String expression) {
        return database.query("SELECT " + expression + " AS v").single().blockingGet();
    }

    @Test
    void aDocumentOfAnyDepthAndNumbersOfAnyLengthAreReadable() {
        assertThat(row("'1e100000'::jsonb").getValue(0)).isEqualTo(BigInteger.TEN.pow(100_000));
        assertThat(row("'{\"price\":0.1000000000000000000001}'::jsonb")
                        .getJsonObject(0)
                        .getValue("price"))
                .isEqualTo(new BigDecimal("0.1000000000000000000001"));
        Object value = row("(repeat('[', 5000) || repeat(']', 5000))::jsonb").getValue(0);
        int depth = 0;
        while (value instanceof JsonArray array) {
            depth++;
            value = array.isEmpty() ? null : array.getValue(0);
        }
        assertThat(depth).isEqualTo(5_000);
    }

    @Test
    void aTextThatBeginsWithABraceIsNotAnArray() {
        assertThat(row("'{a,b}'::mood").getValue(0)).isEqualTo("{a,b}");
        assertThat(row("ARRAY['{a,b}','sad']::mood[]").get(String[].class, 0)).containsExactly("{a,b}", "sad");
        assertThat(row("ARRAY[1,NULL]::positive[]").get(Integer[].class, 0)).containsExactly(1, null);
    }

    @Test
    void aValueThatCannotBeReadIsAnErrorThatNamesTheColumnAndTheRemedy() {
        for (final String value : List.of("'{{1,2},{3,4}}'::int4[]", "'infinity'::interval", "'1e9999999999'::json")) {
            final Row row = row(value);
            assertThatThrownBy(() -> row.getValue(0))
                    .as(value)
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("column v of the type " + value.replaceAll(".*::", ""))
                    .hasMessageContaining("cast it to text");
            assertThat(row.getString(0)).isNotEmpty();
        }
    }

    @Test
    void aNumericThatIsNotANumberIsADouble() {
        assertThat(row("'Infinity'::numeric").getDouble(0)).isInfinite();
        final Row row = row("'NaN'::numeric");
        assertThatThrownBy(() -> row.getBigDecimal(0)).isInstanceOf(SqlException.class);
    }

    @Test
    void nullIsNullInEachType() {
        for (final ServerType type : serverTypes()) {
            assertThat(row("NULL::" + type.name()).getValue(0)).as(type.name()).isNull();
        }
    }

    @Test
    void aNameMayHaveAnyCharacter() {
        final Row row = database.query("SELECT 1 AS \"a\u0001b\", '1'::tsvector AS \"a\u00012\"")
                .single()
                .blockingGet();
        assertThat(row.columnNames()).containsExactly("a\u0001b", "a\u00012");
        assertThat(row.getInteger("a\u0001b")).isEqualTo(1);
    }

    @Test
    void anArrayOfPrimitivesIsRefusedWithTheGetter() {
        final Row row = database.query("SELECT ARRAY[1, 2]").single().blockingGet();
        assertThatThrownBy(() -> row.get(int[].class, 0))
                .isExactlyInstanceOf(RowMappingException.class)
                .hasMessageContaining("cannot be read as int[]");
        assertThat(row.get(Integer[].class, 0)).containsExactly(1, 2);
    }

    @Test
    void aValueThatCannotBeReadFailsNoOtherStatement() {
        final List<Single<Object>> all = new ArrayList<>();
        final List<String> poison = List.of(
                "'1e100000'::jsonb",
                "(repeat('[', 5000) || repeat(']', 5000))::jsonb",
                "'24:00'::time",
                "'Infinity'::numeric",
                "'{{1,2},{3,4}}'::int[]");
        for (int i = 0; i < 40; i++) {
            final int number = i;
            final String expression = i % 8 == 4 ? poison.get(i / 8) : Integer.toString(number);
            all.add(database.query("SELECT " + expression)
                    .map(row -> row.getValue(0))
                    .single()
                    .onErrorReturn(Throwable::getMessage));
        }
        final List<Object> results = Single.concatEager(all).toList().blockingGet();
        for (int i = 0; i < 40; i++) {
            if (i % 8 != 4) {
                assertThat(results.get(i)).isEqualTo(i);
            }
        }
        assertThat(results.get(20)).isEqualTo(LocalTime.MAX);
        assertThat(results.get(36)).asString().contains("int4[]").contains("cast it to text");
    }
}
