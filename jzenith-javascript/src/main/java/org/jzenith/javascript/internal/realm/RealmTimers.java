package org.jzenith.javascript.internal.realm;

import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;

/** The timers of a realm by number. Used by the thread that may enter the realm. */
final class RealmTimers {

    private final ScriptRealm realm;
    private final Map<Integer, Disposable> running = new HashMap<>();

    /** Timers of files, which start when the realm is bound. */
    private final Map<Integer, Runnable> waiting = new LinkedHashMap<>();

    private @Nullable EventLoopContext eventLoop;
    private int last;

    RealmTimers(final ScriptRealm realm) {
        this.realm = realm;
    }

    /** Starts the timers of files. On the event loop. */
    void begin(final EventLoopContext loop) {
        eventLoop = loop;
        waiting.values().forEach(Runnable::run);
        waiting.clear();
    }

    /** Starts a timer, which ends with its owner. */
    int set(final TurnOwner owner, final Value callback, final long millis, final boolean repeats) {
        final int number = ++last;
        if (eventLoop == null) {
            waiting.put(number, () -> start(owner, number, callback, millis, repeats));
        } else {
            start(owner, number, callback, millis, repeats);
        }
        return number;
    }

    private void start(
            final TurnOwner owner, final int number, final Value callback, final long millis, final boolean repeats) {
        final EventLoopContext loop = Objects.requireNonNull(eventLoop);
        final long delay = Math.max(1, millis);
        final Disposable[] holder = new Disposable[1];
        final Runnable run = () -> owner.execute(() -> {
            final Disposable timer = holder[0];
            if (timer.isDisposed()) {
                return;
            }
            if (!repeats) {
                running.remove(number);
                owner.remove(timer);
            }
            realm.turn(owner, callback::executeVoid);
        });
        final long id = repeats ? loop.setPeriodic(delay, run) : loop.setTimer(delay, run);
        holder[0] = Disposables.fromRunnable(() -> {
            running.remove(number);
            loop.cancelTimer(id);
        });
        running.put(number, holder[0]);
        owner.add(holder[0]);
    }

    void clear(final int number) {
        waiting.remove(number);
        final Disposable timer = running.remove(number);
        if (timer != null) {
            timer.dispose();
        }
    }

    /** Ends all timers. */
    void end() {
        List.copyOf(running.values()).forEach(Disposable::dispose);
    }
}
