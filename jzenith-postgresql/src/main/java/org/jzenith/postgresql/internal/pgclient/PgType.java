package org.jzenith.postgresql.internal.pgclient;

import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.data.Box;
import io.vertx.pgclient.data.Cidr;
import io.vertx.pgclient.data.Circle;
import io.vertx.pgclient.data.Inet;
import io.vertx.pgclient.data.Interval;
import io.vertx.pgclient.data.Line;
import io.vertx.pgclient.data.LineSegment;
import io.vertx.pgclient.data.Path;
import io.vertx.pgclient.data.Point;
import io.vertx.pgclient.data.Polygon;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.Column;
import org.jzenith.sql.driver.JsonDocument;

/**
 * The built-in types of PostgreSQL whose values do not become strings. If {@code vertx-pg-client} reads all values of a type exactly, it
 * reads them in binary. The values of all other types arrive as text, as the server writes it.
 */
enum PgType {
    BOOL(16, 1000, true, Boolean.class),
    INT2(21, 1005, true, Short.class),
    INT4(23, 1007, true, Integer.class),
    INT8(20, 1016, true, Long.class),
    FLOAT4(700, 1021, true, Float.class),
    FLOAT8(701, 1022, true, Double.class),
    NUMERIC(1700, 1231, false, BigDecimal.class),
    TEXT(25, 1009, true, String.class),
    VARCHAR(1043, 1015, true, String.class),
    BPCHAR(1042, 1014, true, String.class),
    NAME(19, 1003, true, String.class),
    UUID(2950, 2951, true, UUID.class),
    BYTEA(17, 1001, true, Buffer.class),
    DATE(1082, 1182, true, LocalDate.class),
    TIME(1083, 1183, false, LocalTime.class),
    TIMETZ(1266, 1270, false, OffsetTime.class),
    TIMESTAMP(1114, 1115, true, LocalDateTime.class),
    TIMESTAMPTZ(1184, 1185, true, OffsetDateTime.class),
    INTERVAL(1186, 1187, false, Interval.class),
    JSON(114, 199, false, Object.class),
    JSONB(3802, 3807, false, Object.class),
    OID(26, 1028, false, Long.class),
    INET(869, 1041, false, Inet.class),
    CIDR(650, 651, false, Cidr.class),
    POINT(600, 1017, true, Point.class),
    LINE(628, 629, true, Line.class),
    LSEG(601, 1018, true, LineSegment.class),
    BOX(603, 1020, true, Box.class),
    PATH(602, 1019, true, Path.class),
    POLYGON(604, 1027, true, Polygon.class),
    CIRCLE(718, 719, true, Circle.class);

    /** The library reads values of {@code tsvector} as text, without looking at it. */
    static final int READ_AS_TEXT = 3614;

    /** The library sends values of unknown types as text, which the server converts to the type of the parameter. */
    private static final int SENT_AS_TEXT = 705;

    /** The library sends numbers of this type as text. */
    private static final int SENT_AS_NUMBER = 1700;

    private static final int SENT_AS_NUMBERS = 1231;

    private static final Map<Integer, PgType> BY_OID =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(type -> type.oid, Function.identity()));

    private static final Map<String, List<Class<?>>> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(PgType::name, type -> List.of(type.javaType)));

    private static final Map<Integer, PgType> BY_ARRAY_OID =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(type -> type.arrayOid, Function.identity()));

    private final int oid;
    private final int arrayOid;
    private final boolean exact;
    private final Class<?> javaType;

    PgType(final int oid, final int arrayOid, final boolean exact, final Class<?> javaType) {
        this.oid = oid;
        this.arrayOid = arrayOid;
        this.exact = exact;
        this.javaType = javaType;
    }

    /** Returns true if the library reads all values of the type exactly and never fails. */
    static boolean isReadExactly(final int oid) {
        final PgType type = BY_OID.get(oid);
        return type != null && type.exact;
    }

    /**
     * Returns the OID by which the library sends values of a type. It would send some as NULL (bit, varbit, macaddr, macaddr8, xml, oid,
     * arrays of them, void, and the OID that it takes for that of hstore), as the name of a class (arrays of tsvector and tsquery), or
     * inexactly (time, interval, and arrays of them). {@link #READ_AS_TEXT} takes strings alone, which the driver creates from times and
     * intervals; tsvector and tsquery leave it to them.
     */
    static int sentAs(final int oid) {
        return switch (oid) {
            case 1560, 1561, 1562, 1563, 829, 774, 142, 143, 2278, 33_670, 3614, 3615, 3643, 3645 -> SENT_AS_TEXT;
            case 1083, 1183, 1186, 1187 -> READ_AS_TEXT;
            case 26 -> SENT_AS_NUMBER;
            case 1028 -> SENT_AS_NUMBERS;
            default -> oid;
        };
    }

    /** Describes a column as the library has described it. */
    static Column column(final ColumnDescriptor described) {
        final String name = described.name();
        final int end = name.lastIndexOf(ServerMessages.OID_FOLLOWS);
        if (end < 0 || !described.typeName().equals("TS_VECTOR")) {
            return new Column(
                    name,
                    described.typeName().toLowerCase(Locale.ROOT),
                    BY_NAME.getOrDefault(described.typeName(), List.of()),
                    PgType::exactValue);
        }
        final int oid = Integer.parseUnsignedInt(name, end + 1, name.length(), 10);
        return column(name.substring(0, end), oid);
    }

    private static Column column(final String name, final int oid) {
        final PgType type = BY_OID.get(oid);
        if (type != null) {
            return textColumn(name, type.label(), type.classes(), type::read);
        }
        final PgType element = BY_ARRAY_OID.get(oid);
        if (element != null) {
            return textColumn(
                    name,
                    element.label() + "[]",
                    element.classes().stream().<Class<?>>map(Class::arrayType).toList(),
                    element::array);
        }
        return textColumn(
                name,
                "with the OID " + Integer.toUnsignedString(oid),
                List.of(),
                (text, wanted) ->
                        wanted.isArray() ? ofClass(wanted.getComponentType()).array(text, wanted) : text);
    }

    /** Reads the text of a value as an object. */
    private interface TextReader {

        Object read(String text, Class<?> wanted);
    }

    private static Column textColumn(
            final String name, final String type, final List<Class<?>> classes, final TextReader reader) {
        return new Column(
                name,
                type,
                Stream.concat(classes.stream(), Stream.of(String.class)).toList(),
                (value, wanted) -> wanted == String.class ? value : reader.read((String) value, wanted));
    }

    private static Object exactValue(final Object value, final Class<?> wanted) {
        if (value instanceof LocalDateTime read) {
            return TimeText.corrected(read);
        }
        return value instanceof OffsetDateTime read ? TimeText.corrected(read) : value;
    }

    private static PgType ofClass(final Class<?> javaType) {
        return Stream.of(values())
                .filter(type -> type.javaType == javaType)
                .findFirst()
                .orElse(TEXT);
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private List<Class<?>> classes() {
        return this == INTERVAL ? List.of(javaType, Duration.class, Period.class) : List.of(javaType);
    }

    private Object read(final String text, final Class<?> wanted) {
        return switch (this) { // a function for each type would be a class for each type
            case BOOL -> text.equals("t");
            case INT2 -> Short.valueOf(text);
            case INT4 -> Integer.valueOf(text);
            case INT8, OID -> Long.valueOf(text);
            case FLOAT4 -> Float.valueOf(text);
            case FLOAT8 -> Double.valueOf(text);
            case NUMERIC -> ScalarText.number(text);
            case TEXT, VARCHAR, BPCHAR, NAME -> text;
            case UUID -> java.util.UUID.fromString(text);
            case BYTEA -> ScalarText.bytes(text);
            case DATE -> TimeText.date(text);
            case TIME -> TimeText.time(text);
            case TIMETZ -> TimeText.offsetTime(text);
            case TIMESTAMP -> TimeText.dateTime(text);
            case TIMESTAMPTZ -> TimeText.offsetDateTime(text);
            case INTERVAL -> TimeText.interval(text, wanted);
            case JSON, JSONB -> JsonDocument.read(text);
            case INET -> ScalarText.inet(text);
            case CIDR -> ScalarText.cidr(text);
            case POINT -> ShapeText.point(text);
            case LINE -> ShapeText.line(text);
            case LSEG -> ShapeText.segment(text);
            case BOX -> ShapeText.box(text);
            case PATH -> ShapeText.path(text);
            case POLYGON -> ShapeText.polygon(text);
            case CIRCLE -> ShapeText.circle(text);
        };
    }

    private Object array(final String text, final Class<?> wanted) {
        final Class<?> component = wanted.isArray() ? wanted.getComponentType() : Object.class;
        // the delimiter is a semicolon for boxes, whose text has commas
        final List<@Nullable String> elements = ArrayText.elements(text, this == BOX ? ';' : ',');
        final List<@Nullable Object> values = new ArrayList<>(elements.size());
        for (final String element : elements) {
            values.add(element == null ? null : read(element, component));
        }
        final boolean uniform = values.stream().allMatch(value -> value == null || javaType.isInstance(value));
        return values.toArray((Object[]) Array.newInstance(uniform ? javaType : Object.class, 0));
    }
}
