package org.jzenith.security.internal.ticket;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.state.ValueFormat;

/**
 * Writes an identity as JSON, so that another instance has an equal one. Texts, booleans, {@code Integer}, finite {@code Double} and lists are
 * those of JSON; each other value is an object whose only field is its type. Immutable.
 */
final class IdentityFormat implements ValueFormat<Identity> {

    private static final int VERSION = 1;

    /** Types that are written as text. */
    private static final Map<Class<?>, Function<String, Object>> TEXTS = Map.of(
            Long.class, Long::valueOf,
            Double.class, Double::valueOf,
            Float.class, Float::valueOf,
            BigInteger.class, BigInteger::new,
            BigDecimal.class, BigDecimal::new,
            Instant.class, Instant::parse,
            LocalDate.class, LocalDate::parse,
            UUID.class, UUID::fromString);

    @Override
    public byte[] write(final Identity identity) {
        final JsonObject json = new JsonObject()
                .put("version", VERSION)
                .put("name", identity.getName())
                .put("mechanism", identity.mechanism())
                .put("roles", new JsonArray(List.copyOf(identity.roles())))
                .put("attributes", written(identity.attributes(), identity));
        identity.expiry().ifPresent(expiry -> json.put("expiry", expiry.toString()));
        return json.toBuffer().getBytes();
    }

    private static JsonObject written(final Map<?, ?> values, final Identity identity) {
        final JsonObject json = new JsonObject();
        values.forEach((key, value) -> {
            if (!(key instanceof final String name)) {
                throw cannotWrite("a map with keys that are not strings", identity);
            }
            json.put(name, written(value, identity));
        });
        return json;
    }

    private static JsonArray written(final Collection<?> values, final Identity identity) {
        final JsonArray json = new JsonArray();
        values.forEach(value -> json.add(written(value, identity)));
        return json;
    }

    private static @Nullable Object written(final @Nullable Object value, final Identity identity) {
        if (value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Integer
                || (value instanceof final Double number && Double.isFinite(number))) {
            return value;
        }
        if (value instanceof final List<?> list) {
            return written(list, identity);
        }
        if (value instanceof final Set<?> set) {
            return new JsonObject().put("Set", written(set, identity));
        }
        if (value instanceof final Map<?, ?> map) {
            return new JsonObject().put("Map", written(map, identity));
        }
        if (TEXTS.containsKey(value.getClass())) {
            return new JsonObject().put(value.getClass().getSimpleName(), value.toString());
        }
        throw cannotWrite("a " + value.getClass().getName(), identity);
    }

    private static IllegalStateException cannotWrite(final String what, final Identity identity) {
        return new IllegalStateException(
                "An identity of the mechanism '" + identity.mechanism() + "' has an attribute with "
                        + what
                        + ", which cannot be stored with a ticket in jzenith.shared-state. Use only strings, booleans, numbers, UUID, "
                        + "Instant, LocalDate, and lists, sets and maps of these.");
    }

    @Override
    public @Nullable Identity read(final byte[] bytes) {
        final JsonObject json = new JsonObject(Buffer.buffer(bytes));
        if (!Integer.valueOf(VERSION).equals(json.getInteger("version"))) {
            return null;
        }
        final Identity identity = Identity.of(json.getString("name"), json.getString("mechanism"))
                .withRoles(
                        json.getJsonArray("roles").stream().map(String::valueOf).toList())
                .withAttributes(map(json.getJsonObject("attributes")));
        final @Nullable String expiry = json.getString("expiry");
        return expiry == null ? identity : identity.withExpiry(Instant.parse(expiry));
    }

    private static Map<String, Object> map(final JsonObject json) {
        final Map<String, Object> values = new LinkedHashMap<>();
        json.forEach(field -> values.put(field.getKey(), value(field.getValue())));
        return Collections.unmodifiableMap(values);
    }

    private static List<Object> list(final JsonArray json) {
        final List<Object> values = new ArrayList<>();
        json.forEach(value -> values.add(value(value)));
        return Collections.unmodifiableList(values);
    }

    private static Object value(final Object written) {
        if (written instanceof final JsonArray array) {
            return list(array);
        }
        if (!(written instanceof final JsonObject object)) {
            return written;
        }
        final String type = object.fieldNames().iterator().next();
        if (type.equals("Map")) {
            return map(object.getJsonObject(type));
        }
        if (type.equals("Set")) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(list(object.getJsonArray(type))));
        }
        return TEXTS.entrySet().stream()
                .filter(each -> each.getKey().getSimpleName().equals(type))
                .findFirst()
                .orElseThrow()
                .getValue()
                .apply(object.getString(type));
    }
}
