package org.jzenith.messages.internal.follow;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Message;

/**
 * An element of a topic for all its followers on this instance. Safe for use by many threads.
 *
 * @param <T> the class of the messages
 */
public final class FeedElement<T> {

    private final String position;
    private final @Nullable Followed<T> followed;
    private @Nullable Map<Class<?>, Object> views;

    FeedElement(final String position, final @Nullable Followed<T> followed) {
        this.position = position;
        this.followed = followed;
    }

    /** Returns the position after this element. */
    public String position() {
        return position;
    }

    /** Returns the message or the reset; null if there is only a position. */
    public @Nullable Followed<T> followed() {
        return followed;
    }

    /** Returns the message; null for a reset, or if there is only a position. */
    public @Nullable Message<T> message() {
        return followed instanceof final Followed.Next<T> next ? next.message() : null;
    }

    /**
     * Returns what is created from this element once for all followers, such as its JSON.
     *
     * @param type the class of the view, of which the element has one
     */
    public synchronized <V> V view(final Class<V> type, final Function<? super FeedElement<T>, V> maker) {
        Map<Class<?>, Object> made = views;
        if (made == null) {
            made = new HashMap<>(2);
            views = made;
        }
        return type.cast(made.computeIfAbsent(type, any -> maker.apply(this)));
    }
}
