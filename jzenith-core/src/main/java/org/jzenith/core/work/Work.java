package org.jzenith.core.work;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.WorkEvent;

/**
 * The description of work that is not a request. {@link WorkRunner} runs it.
 *
 * <pre>{@code
 * Work.of("message", "orders").withHeaders(message.headers()).withTimeout(Duration.ofSeconds(30))
 * }</pre>
 *
 * <p>Immutable: every method returns another description with the change.
 */
@CheckReturnValue
public final class Work {

    private final String kind;
    private final String name;
    private @Nullable String id;
    private @Nullable Duration timeout;
    private Map<String, String> headers = Map.of();
    private List<Attribute> attributes = List.of();
    private @Nullable Identity identity;
    private @Nullable Single<Boolean> condition;
    private @Nullable Maybe<String> refusal;
    private Consumer<WorkEvent> listener = event -> {};

    private Work(final String kind, final String name) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.name = Objects.requireNonNull(name, "name");
    }

    private Work(final Work from) {
        this(from.kind, from.name);
        this.id = from.id;
        this.timeout = from.timeout;
        this.headers = from.headers;
        this.attributes = from.attributes;
        this.identity = from.identity;
        this.condition = from.condition;
        this.refusal = from.refusal;
        this.listener = from.listener;
    }

    /**
     * Describes work with a generated id and nothing else.
     *
     * @param kind a word such as {@code job}, for logs, traces and observers
     * @param name the name within this kind, such as that of a job or of a queue; it should have few different values
     * @return a description
     */
    public static Work of(final String kind, final String name) {
        return new Work(kind, name);
    }

    /**
     * Sets the id in logs.
     *
     * @param value the request id, such as that of a message
     * @return a description with this change
     */
    public Work withId(final String value) {
        final Work changed = new Work(this);
        changed.id = Objects.requireNonNull(value, "value");
        return changed;
    }

    /**
     * Sets the time limit, which is the deadline of the run. jZenith cancels a longer run.
     *
     * @param limit at least one millisecond
     * @return a description with this change
     */
    public Work withTimeout(final Duration limit) {
        final Work changed = new Work(this);
        changed.timeout = Objects.requireNonNull(limit, "limit");
        return changed;
    }

    /**
     * Sets the headers that came with the work, whose trace the run continues.
     *
     * @param sent names and values; the case of names does not matter
     * @return a description with this change
     */
    public Work withHeaders(final Map<String, String> sent) {
        final Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(sent);
        final Work changed = new Work(this);
        changed.headers = Collections.unmodifiableMap(copy);
        return changed;
    }

    /**
     * Sets the attributes of the run's span.
     *
     * @param known the attributes, without duplicate keys; named by OpenTelemetry's conventions if these have a name
     * @return a description with this change
     */
    public Work withAttributes(final Attribute... known) {
        final Work changed = new Work(this);
        changed.attributes = List.of(known);
        return changed;
    }

    /**
     * Sets the user or program that the work is done for.
     *
     * @param value the identity of the request context; without this call there is none
     * @return a description with this change
     */
    public Work withIdentity(final Identity value) {
        final Work changed = new Work(this);
        changed.identity = Objects.requireNonNull(value, "value");
        return changed;
    }

    /**
     * Sets a condition for the run. It is evaluated in the context of the run, before any event, and only if the number of concurrent runs
     * allows this run.
     *
     * @param asked the condition. If it is false, the run does not start, and fails with an {@link IllegalStateException}, without an
     *     event. A condition that fails, or has no result within the time limit, fails the run
     * @return a description with this change
     */
    public Work withCondition(final Single<Boolean> asked) {
        final Work changed = new Work(this);
        changed.condition = Objects.requireNonNull(asked, "asked");
        return changed;
    }

    /**
     * Sets a check that runs after the {@linkplain #withCondition condition}, in the context of the run, such as the claim of a lease.
     *
     * @param asked the check. If it is empty, the run starts. If it has a value, which is a reason for logs, the run does not start: it
     *     fails with an {@link IllegalStateException}, and observers see a {@link WorkEvent.Rejected}. A check that fails, or has no result
     *     within the time limit, fails the run
     * @return a description with this change
     */
    public Work withRefusal(final Maybe<String> asked) {
        final Work changed = new Work(this);
        changed.refusal = Objects.requireNonNull(asked, "asked");
        return changed;
    }

    /**
     * Sets a listener for the events of this run, for example to log how it ends.
     *
     * @param called the listener. It gets {@link WorkEvent.Ended} before the observers, and every other event after them. It is called in
     *     the context of the run, unless the run is skipped because others are in progress
     * @return a description with this change
     */
    public Work withListener(final Consumer<WorkEvent> called) {
        final Work changed = new Work(this);
        changed.listener = Objects.requireNonNull(called, "called");
        return changed;
    }

    String kind() {
        return kind;
    }

    String name() {
        return name;
    }

    /** Returns null for a generated id. */
    @Nullable
    String id() {
        return id;
    }

    /** Returns null for no limit. */
    @Nullable
    Duration timeout() {
        return timeout;
    }

    Map<String, String> headers() {
        return headers;
    }

    List<Attribute> attributes() {
        return attributes;
    }

    @Nullable
    Identity identity() {
        return identity;
    }

    /** Returns null if the work always runs. */
    @Nullable
    Single<Boolean> condition() {
        return condition;
    }

    /** Returns null if there is no check. */
    @Nullable
    Maybe<String> refusal() {
        return refusal;
    }

    Consumer<WorkEvent> listener() {
        return listener;
    }

    /** Names the work in messages: {@code the job 'report'}. */
    @Override
    public String toString() {
        return "the " + kind + " '" + name + "'";
    }
}
