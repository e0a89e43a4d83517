package org.jzenith.core.observe;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;

/**
 * Work that observers see from its beginning to its end, such as a statement, a call to another service or a run of a job. Metrics,
 * traces, the log of slow requests and the operators' page show the {@link WorkEvent}s of all kinds of operations. A plugin emits them with
 * the {@link WorkEmitter} of its kind.
 *
 * <pre>{@code
 * Operation get = Operation.of(Operation.Role.CALL, "redis", "redis.cache", "GET", RequestContext.current(), List.of());
 * events.begun(get);
 * ..
 * events.ended(get, WorkEvent.Status.COMPLETED, duration, null, List.of());
 * }</pre>
 *
 * <p>All events of an operation have the same object, so an observer can use it as a key. Implementations do not override {@link
 * Object#equals}; all methods are called by many threads.
 */
public interface Operation {

    /** The relation of an operation to the request that it belongs to. */
    enum Role {
        /** Work that is not a request: it has its own request context, and may continue the trace of its {@link #headers}. */
        RUN,
        /** A part of a request that contains further operations, such as a transaction. */
        SCOPE,
        /** A part of a request that another process executes, such as a statement. */
        CALL,
        /** A part of a request that this process executes, such as the wait for a connection. */
        STEP,
        /** The use of a resource by a request, such as a pooled connection. It is not counted as work, and has no span. */
        HOLD
    }

    /**
     * Creates an operation that starts now.
     *
     * @param role any except {@link Role#RUN}, for which there is {@code WorkRunner}
     * @param kind a word, for example {@code redis}
     * @param source the plugin or client, for example {@code redis.cache}
     * @param name the name; it should have few different values
     * @param request the request that it is a part of, usually {@link RequestContext#current}; null outside a request
     * @param attributes the attributes that are known when the operation starts
     * @return a new operation
     */
    static Operation of(
            final Role role,
            final String kind,
            final String source,
            final String name,
            final @Nullable RequestContext request,
            final List<Attribute> attributes) {
        return new NamedOperation(role, kind, source, name, request, attributes);
    }

    /**
     * Returns the relation to the request.
     *
     * @return always the same
     */
    Role role();

    /**
     * Returns the kind, by which observers tell operations apart.
     *
     * @return a word: {@code job}, {@code message} (its handling), {@code publish} (the sending of messages), {@code statement}, {@code
     *     transaction}, {@code call}, {@code wait} (for a connection), {@code connection} (its use), {@code authentication}, {@code
     *     authorization}, or a plugin's own word
     */
    String kind();

    /**
     * Returns the plugin or client that the operation belongs to.
     *
     * @return for example {@code postgresql.archive} or {@code stock}; empty for runs
     */
    String source();

    /**
     * Returns the name. It has few different values and contains no personal data.
     *
     * @return for example the name of a job, the summary of a statement, or {@code GET /articles/{id}}
     */
    String name();

    /**
     * Returns the request that the operation is a part of.
     *
     * @return the context of a {@link Role#RUN} itself; null outside a request
     */
    @Nullable
    RequestContext request();

    /**
     * Returns a text with more detail than the name, such as the SQL of a statement without its literals. The text is shown in logs, so it
     * contains no personal data. Metrics do not use it as a label.
     *
     * @return the name by default
     */
    default String text() {
        return name();
    }

    /**
     * Returns the attributes that are known when the operation starts. May be created at each call.
     *
     * @return without duplicate keys; empty by default
     */
    default List<Attribute> attributes() {
        return List.of();
    }

    /**
     * Returns the headers that came with a {@link Role#RUN}, such as those of a trace. The case of their names does not matter.
     *
     * @return empty by default
     */
    default Map<String, String> headers() {
        return Map.of();
    }
}
