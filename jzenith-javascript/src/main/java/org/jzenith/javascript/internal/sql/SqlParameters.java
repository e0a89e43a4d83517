package org.jzenith.javascript.internal.sql;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.sql.driver.JsonDocument;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.text.TextValue;

/**
 * Converts the arguments of a query. A string is sent as the type of its parameter, a {@code Date} as a {@code timestamptz}, a typed array
 * as {@code bytea}, an object as JSON, and an array as an array, or as JSON if it has objects.
 */
final class SqlParameters {

    private final ScriptRequest request;

    SqlParameters(final ScriptRequest request) {
        this.request = request;
    }

    /**
     * Converts the arguments that follow the text of the statement. A single object has the values of parameters with names.
     *
     * @throws InvalidValueException if one is undefined, a function or a symbol
     */
    @Nullable
    Object[] values(final Value[] arguments) {
        if (arguments.length == 2 && isObject(arguments[1])) {
            return new Object[] {named(arguments[1])};
        }
        final @Nullable Object[] values = new Object[arguments.length - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(arguments[i + 1], "$" + (i + 1));
        }
        return values;
    }

    private Map<String, @Nullable Object> named(final Value object) {
        final Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (final String name : object.getMemberKeys()) {
            values.put(name, value(object.getMember(name), ":" + name));
        }
        return values;
    }

    private static boolean isObject(final Value value) {
        return value.hasMembers()
                && !value.isString()
                && !value.isInstant()
                && !value.canExecute()
                && !value.hasArrayElements()
                && !value.hasBufferElements();
    }

    private @Nullable Object value(final Value value, final String name) {
        if (value.isNull() && !value.toString().equals("undefined")) {
            return null;
        }
        if (value.isBoolean()) {
            return value.asBoolean();
        }
        if (value.isString()) {
            return new TextValue(value.asString());
        }
        if (value.isNumber()) {
            return number(value);
        }
        if (value.isInstant()) {
            return value.asInstant();
        }
        if (value.hasArrayElements()) {
            return value.hasMember("BYTES_PER_ELEMENT") ? ScriptRequest.bytes(value) : array(value, name);
        }
        if (isObject(value)) {
            return document(value);
        }
        throw new InvalidValueException(SqlException.Details.of("the parameter " + name + " is "
                + (value.isNull() ? "undefined; write null for SQL's NULL" : "a function or a symbol")));
    }

    private static Object number(final Value value) {
        if (value.fitsInInt()) {
            return value.asInt();
        }
        if (value.fitsInLong()) {
            return value.asLong();
        }
        return value.fitsInDouble() ? (Object) value.asDouble() : value.asBigInteger();
    }

    private Object array(final Value array, final String name) {
        final List<@Nullable Object> elements = new ArrayList<>();
        for (long i = 0; i < array.getArraySize(); i++) {
            final Value element = array.getArrayElement(i);
            if (isObject(element)) {
                return document(array);
            }
            elements.add(value(element, name));
        }
        return elements;
    }

    /** Returns a map or a list, which are sent as JSON. */
    private Object document(final Value value) {
        final Object document = JsonDocument.read(
                request.expression("JSON.stringify").execute(value).asString());
        if (document instanceof final JsonObject object) {
            return object.getMap();
        }
        return document instanceof final JsonArray array ? array.getList() : document;
    }
}
