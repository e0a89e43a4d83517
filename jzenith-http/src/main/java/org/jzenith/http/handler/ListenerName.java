package org.jzenith.http.handler;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;

/**
 * The name of a listener, which is the name of the plugin that opens it. {@link #toString} returns the name as users write it, for
 * example {@code rest.admin}.
 *
 * @param plugin the name of the plugin
 */
public record ListenerName(String plugin) {

    /** The listener of an {@code HttpPlugin} or {@code RestPlugin} without a qualifier: {@code rest}. */
    public static final ListenerName MAIN = new ListenerName("rest");

    /** The listener for operators: {@code rest.admin}. */
    public static final ListenerName ADMIN = named("admin");

    /** The name for all listeners of the application, which only a {@link ListenerGuard} can use: {@code *}. */
    public static final ListenerName ALL = new ListenerName("*");

    /** The empty name, for a mount that a setting turns off. */
    static final ListenerName NONE = new ListenerName("");

    /** Checks that the name is not empty. */
    public ListenerName {
        Objects.requireNonNull(plugin, "plugin");
    }

    /**
     * Returns the name of a listener with a qualifier.
     *
     * @param qualifier the qualifier, for example {@code admin}; empty for the main listener
     * @return the name, for example {@code rest.admin}
     */
    public static ListenerName named(final String qualifier) {
        return qualifier.isEmpty() ? MAIN : new ListenerName(MAIN + "." + qualifier);
    }

    /**
     * Returns the qualifier of the plugin that opens the listener.
     *
     * @return the part after the first dot; empty if there is none
     */
    public String qualifier() {
        return plugin.substring(kind().length()).replaceFirst("^\\.", "");
    }

    /**
     * Returns true if an {@code HttpPlugin} or {@code RestPlugin} opens the listener.
     *
     * @return false for a listener of another kind of plugin
     */
    public boolean isOfHttp() {
        return kind().equals(MAIN.plugin);
    }

    /**
     * Returns the listeners of an application.
     *
     * @param endpoints the endpoints, by the names of the plugins that open them
     * @return all names, in the order of the plugins
     */
    public static List<ListenerName> all(final Endpoints endpoints) {
        return endpoints.listeners().stream().map(ListenerName::new).toList();
    }

    private String kind() {
        final int dot = plugin.indexOf('.');
        return dot < 0 ? plugin : plugin.substring(0, dot);
    }

    /**
     * Returns true if this name includes a listener.
     *
     * @param other the name of the listener
     * @return true if the names are equal, or this name stands for all listeners
     */
    public boolean includes(final ListenerName other) {
        return equals(other) || equals(ALL);
    }

    @Override
    public boolean equals(final @Nullable Object other) {
        return other instanceof final ListenerName name && plugin.equals(name.plugin);
    }

    /** Implemented by hand, like {@link #equals}, because the JDK generates a record's methods at startup, which is slow. */
    @Override
    public int hashCode() {
        return plugin.hashCode();
    }

    @Override
    public String toString() {
        return plugin;
    }
}
