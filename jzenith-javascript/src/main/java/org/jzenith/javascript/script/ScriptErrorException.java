package org.jzenith.javascript.script;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An exception that JavaScript catches as an {@code Error} with additional members, such as {@code code}. If the handler does not catch it,
 * the client gets the response to which the application maps the cause.
 */
public final class ScriptErrorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final transient Map<String, @Nullable Object> members;

    /**
     * Creates an error without a cause.
     *
     * @param name the {@code name} of the error
     * @param message the {@code message} of the error
     * @param members the additional members by name; {@link ScriptRequest#value} must accept each value
     */
    public ScriptErrorException(
            final String name, final String message, final Map<String, ? extends @Nullable Object> members) {
        this(name, message, members, null);
    }

    /**
     * Creates an error with the message of its cause.
     *
     * @param name the {@code name} of the error
     * @param members the additional members by name; {@link ScriptRequest#value} must accept each value
     * @param cause determines the response if the handler does not catch the error
     */
    public ScriptErrorException(
            final String name, final Map<String, ? extends @Nullable Object> members, final Throwable cause) {
        this(name, String.valueOf(cause.getMessage()), members, cause);
    }

    private ScriptErrorException(
            final String name,
            final String message,
            final Map<String, ? extends @Nullable Object> members,
            final @Nullable Throwable cause) {
        super(message, cause);
        this.name = name;
        this.members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /**
     * Returns the name.
     *
     * @return the {@code name} of the error, such as {@code UniqueViolation}
     */
    public String name() {
        return name;
    }

    /**
     * Returns the additional members of the error.
     *
     * @return values by name
     */
    public Map<String, @Nullable Object> members() {
        return members;
    }
}
