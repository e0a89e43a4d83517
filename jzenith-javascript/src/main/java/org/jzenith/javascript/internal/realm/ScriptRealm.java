package org.jzenith.javascript.internal.realm;

import java.lang.management.ThreadMXBean;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * A JavaScript realm: a global object with its modules, entered by one thread at a time. After it is loaded, only its event loop
 * enters it, by {@link #turn}. An error in a turn leaves the realm as it was.
 */
public final class ScriptRealm {

    /** The number of interrupts after which endless microtasks cost the realm. */
    private static final int DRAINS = 3;

    private static final int MOST_EXPRESSIONS = 1_024;

    /** A cold turn may take this many times as long as others. */
    private static final int COLD_TIMES = 10;

    private final Context context;
    private final Consumer<ScriptRealm> whenClosed;

    /** Functions of {@code prelude.js} by name. */
    private final Map<String, Value> functions = new HashMap<>();

    private final BoundedCache<Object, Value> expressions = new BoundedCache<>(MOST_EXPRESSIONS);
    private final RunningTurn running;
    private final Set<TurnOwner> owners = new LinkedHashSet<>();
    private final RealmTimers timers = new RealmTimers(this);
    private Consumer<ScriptRealm> whenLost = lost -> {};
    private @Nullable TurnOwner current;

    private boolean retired;

    /** The handlers that have served a request, by index. */
    private final BitSet warm = new BitSet();

    private volatile boolean lost;

    /** @param closed runs when the realm is closed */
    ScriptRealm(final Context context, final Consumer<ScriptRealm> closed) {
        this.context = context;
        this.whenClosed = closed;
        this.running = new RunningTurn(context, () -> lost = true);
    }

    Context context() {
        return context;
    }

    void prelude(final Value exports) {
        for (final String name : exports.getMemberKeys()) {
            functions.put(name, exports.getMember(name));
        }
    }

    /**
     * Binds the realm to its event loop.
     *
     * @param loop enters the realm from now on
     * @param listener is called when a turn could not be interrupted; the realm refuses further turns
     */
    public void bind(final EventLoopContext loop, final Consumer<ScriptRealm> listener) {
        whenLost = listener;
        loop.run(() -> timers.begin(loop));
    }

    /**
     * Returns a function of the prelude.
     *
     * @param name its name
     * @return the function
     */
    public Value function(final String name) {
        return Objects.requireNonNull(functions.get(name), name);
    }

    /**
     * Evaluates an expression of the Java side, and keeps its value. In a turn.
     *
     * @param source the expression
     * @return the same value for the same text, as long as it is among the last 1,024
     */
    public Value expression(final String source) {
        return expression(source, () -> source);
    }

    /**
     * Evaluates an expression of the Java side, and keeps its value. In a turn.
     *
     * @param key stands for the expression
     * @param source returns the expression
     * @return the same value for the same key, as long as it is among the last 1,024
     */
    public Value expression(final Object key, final Supplier<String> source) {
        Value value = expressions.get(key);
        if (value == null) {
            value = context.eval(Source.newBuilder("js", "(" + source.get() + ")", "expression")
                    .internal(true)
                    .buildLiteral());
            expressions.put(key, value);
        }
        return value;
    }

    /**
     * Runs a file. In a turn.
     *
     * @param file a script or an ES module
     */
    public void evaluate(final Source file) {
        context.eval(file);
    }

    /**
     * Converts a value that JavaScript has a value for.
     *
     * @param value null, a boolean, a number, a string or a proxy
     * @return the value
     */
    public Value asValue(final @Nullable Object value) {
        return context.asValue(value);
    }

    /**
     * Returns the owner of the turn that runs.
     *
     * @return null outside turns
     */
    public @Nullable TurnOwner current() {
        return current;
    }

    /**
     * Runs JavaScript. When it returns, all microtasks have run. Within a turn it is a part of it.
     *
     * @param owner is told if the turn fails
     * @param work enters JavaScript
     */
    public void turn(final TurnOwner owner, final Runnable work) {
        if (current != null) {
            work.run();
            return;
        }
        if (lost) {
            owner.failed(ScriptFailure.replaced());
            return;
        }
        final ScriptFailure failure = enter(owner, owner.isCold() ? COLD_TIMES : 1, work);
        if (failure != null) {
            if (failure.kind() == ScriptFailure.Kind.INTERRUPTED) {
                endMicrotasks(owner);
            }
            owner.failed(failure);
        }
        closeIfUnused();
    }

    /** Runs the microtasks that an interrupted turn has left, so that they do not become part of another turn. */
    private void endMicrotasks(final TurnOwner owner) {
        for (int i = 0; i < DRAINS; i++) {
            if (lost || enter(owner, 1, function("object")::executeVoid) == null) {
                return;
            }
        }
        lost = true;
        whenLost.accept(this);
    }

    /** @param times how many times as long as others the turn may take */
    private @Nullable ScriptFailure enter(final TurnOwner owner, final int times, final Runnable work) {
        current = owner;
        running.begin(times);
        try {
            context.enter();
            try {
                work.run();
            } finally {
                context.leave();
            }
            return null;
        } catch (final PolyglotException e) {
            return ScriptFailure.of(e, isInterrupted());
        } finally {
            current = null;
            running.end();
        }
    }

    /**
     * Tells if the watch has interrupted the turn that runs. A built-in function such as {@code JSON.parse} may have made another error of
     * the interrupt.
     *
     * @return true for a turn that took too long
     */
    public boolean isInterrupted() {
        return running.isInterrupted();
    }

    /** Interrupts the turn if it has used more CPU time, or has taken ten times as long. On the thread of the watch. */
    void interruptIfTooLong(final long maxNanos, final ThreadMXBean threads) {
        if (!lost && !running.interruptIfTooLong(maxNanos, threads)) {
            whenLost.accept(this);
        }
    }

    /**
     * Tells if a handler has served a request in this realm.
     *
     * @param handler its index
     * @return false while its code may run for the first time
     */
    public boolean isWarm(final int handler) {
        return warm.get(handler);
    }

    /**
     * Records that a handler has served a request.
     *
     * @param handler its index
     */
    public void setWarm(final int handler) {
        warm.set(handler);
    }

    /**
     * Adds an owner, whose request uses the realm.
     *
     * @param owner is told if the realm is lost
     */
    public void open(final TurnOwner owner) {
        owners.add(owner);
    }

    /**
     * Removes an owner. A realm that is {@linkplain #retire retired} closes after the last one.
     *
     * @param owner its request has ended
     */
    public void close(final TurnOwner owner) {
        owners.remove(owner);
        closeIfUnused();
    }

    /** Closes the realm after its last request. On the event loop. */
    public void retire() {
        retired = true;
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (retired && owners.isEmpty() && current == null) {
            close();
        }
    }

    /** Fails all requests of a lost realm. On the event loop. */
    public void failAll() {
        List.copyOf(owners).forEach(owner -> owner.failed(ScriptFailure.replaced()));
        timers.end();
    }

    /** Refuses further turns, because the engine closes. On any thread. */
    public void stop() {
        lost = true;
    }

    /** Closes the realm and ends its timers. On the event loop, or before it is bound. */
    public void close() {
        timers.end();
        end();
    }

    /** Closes a realm without timers, when its turn has ended. Blocks. On any thread. */
    public void end() {
        lost = true;
        whenClosed.accept(this);
        context.close(true);
    }

    /** Starts a timer, which ends with the current request. */
    int setTimer(final Value callback, final long millis, final boolean repeats) {
        return timers.set(Objects.requireNonNull(current), callback, millis, repeats);
    }

    void clearTimer(final int number) {
        timers.clear(number);
    }
}
