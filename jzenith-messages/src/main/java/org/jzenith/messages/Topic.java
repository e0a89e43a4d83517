package org.jzenith.messages;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topic carries messages of one class, and each consumer handles each message at least once. Messages with the same key are handled one at a
 * time, in the order in which they were published. Other messages are handled in parallel.
 *
 * <pre>{@code
 * static final Topic<OrderPlaced> ORDERS =
 *         Topic.of("orders", OrderPlaced.class).keyedBy(OrderPlaced::customer);
 * }</pre>
 *
 * <p>The settings {@code messages.NAME} choose the engine and its limits. Immutable: {@link #keyedBy} returns a new topic.
 *
 * @param <T> the class of the messages
 */
@CheckReturnValue
public final class Topic<T> {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    private final String name;
    private final Class<T> type;
    private final @Nullable Function<? super T, ?> key;

    private Topic(final String name, final Class<T> type, final @Nullable Function<? super T, ?> key) {
        this.name = name;
        this.type = type;
        this.key = key;
    }

    /**
     * Describes a topic whose messages have no key. They are handled in no particular order.
     *
     * @param name 1 to 63 lower-case letters, digits and hyphens, starting with a letter; the same in all services
     * @param type the class of the messages, which are written and read as JSON
     * @param <T> the class of the messages
     * @return a topic
     * @throws IllegalArgumentException if the name is not valid
     */
    public static <T> Topic<T> of(final String name, final Class<T> type) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("A topic cannot have the name '" + name
                    + "'. Use 1 to 63 lower-case letters, digits and hyphens, starting with a letter.");
        }
        return new Topic<>(name, Objects.requireNonNull(type, "type"), null);
    }

    /**
     * Sets the key, for example the customer of an order. Messages with the same key keep their order.
     *
     * @param keyOf returns an object whose {@code toString()} is the key of the message; publishing fails if it returns null
     * @return a topic with this change
     */
    public Topic<T> keyedBy(final Function<? super T, ?> keyOf) {
        return new Topic<>(name, type, Objects.requireNonNull(keyOf, "keyOf"));
    }

    /**
     * Returns the name.
     *
     * @return the name in settings, logs and the engine
     */
    public String name() {
        return name;
    }

    /**
     * Returns the class of the messages.
     *
     * @return the class of the messages, which are written and read as JSON
     */
    public Class<T> type() {
        return type;
    }

    /**
     * Returns true if the messages have keys.
     *
     * @return true after {@link #keyedBy}
     */
    public boolean isKeyed() {
        return key != null;
    }

    /**
     * Returns the key of a message.
     *
     * @param message a message of this topic
     * @return the text of its key; null if the topic has no keys
     * @throws NullPointerException if the topic has keys and the message has none
     */
    public @Nullable String key(final T message) {
        return key == null
                ? null
                : Objects.requireNonNull(
                                key.apply(message),
                                () -> "The function in keyedBy(..) of the topic '" + name
                                        + "' returned null, so the message has no key.")
                        .toString();
    }

    @Override
    public String toString() {
        return name;
    }
}
