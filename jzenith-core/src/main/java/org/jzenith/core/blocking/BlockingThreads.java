package org.jzenith.core.blocking;

import io.reactivex.disposables.Disposable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on a limited number of threads. A limited number of further tasks wait in a queue. A platform thread ends a minute after its
 * last task, a virtual thread at once.
 */
final class BlockingThreads {

    private static final Logger LOGGER = LoggerFactory.getLogger(Blocking.class);
    private static final String QUEUE = "worker queue";
    private static final @Nullable MethodHandle START_VIRTUAL = startVirtual();
    private static final long KEEP_ALIVE_NANOS = START_VIRTUAL == null ? TimeUnit.MINUTES.toNanos(1) : 0;

    private final int maxThreads;
    private final int maxWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Task> waiting = new LinkedHashSet<>();
    private final Map<Task, Thread> running = new HashMap<>();
    private int threads;
    private long started;
    private boolean closed;

    BlockingThreads(final int maxThreads, final int maxWaiting) {
        this.maxThreads = maxThreads;
        this.maxWaiting = maxWaiting;
    }

    Disposable execute(
            final Runnable work,
            final @Nullable RequestContext request,
            final Consumer<? super RuntimeException> refused) {
        final Task task = new Task(work, request, refused);
        final @Nullable RuntimeException refusal;
        final boolean start;
        final long number;
        lock.lock();
        try {
            // threads that wait for a task, or have just been started for one
            final int available = threads - running.size();
            final boolean free = available > waiting.size();
            start = !closed && !free && threads < maxThreads;
            refusal = closed
                    ? stopped()
                    : !free && !start && waiting.size() - available >= maxWaiting
                            ? new BlockingQueueFullException(maxThreads, maxWaiting)
                            : null;
            if (refusal == null) {
                waiting.add(task);
                if (start) {
                    threads++;
                    started++;
                } else if (waiting.size() == 1) {
                    changed.signal(); // who takes a task wakes the next thread, so short tasks do not wake one each
                }
            }
            number = started;
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            refused.accept(refusal);
        } else if (start) {
            startThread(task, number);
        }
        return task;
    }

    int running() {
        return locked(running::size);
    }

    /** Returns the number of waiting tasks for which no thread is available. */
    int waiting() {
        return locked(() -> Math.max(0, waiting.size() - (threads - running.size())));
    }

    private <T> T locked(final Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private static CancellationException stopped() {
        return new CancellationException("The application is stopping, so jZenith did not start the blocking call.");
    }

    private void startThread(final Task task, final long number) {
        try {
            if (START_VIRTUAL == null) {
                final Thread thread = new Thread(this::work, "jzenith-blocking-" + number);
                thread.setDaemon(true);
                thread.start();
            } else {
                final Thread thread = (Thread) START_VIRTUAL.invokeExact((Runnable) this::work);
                LOGGER.trace("{} has started.", thread);
            }
        } catch (final Throwable e) {
            final boolean waits = locked(() -> {
                threads--;
                return waiting.remove(task);
            });
            if (waits) {
                task.refused.accept(new IllegalStateException("Cannot start a thread for blocking calls.", e));
            }
        }
    }

    private static @Nullable MethodHandle startVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (final NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    /** Runs tasks until there are no more for this thread. */
    private void work() {
        for (Task task = next(null); task != null; task = next(task)) {
            try {
                task.run();
            } catch (final Throwable e) {
                // Work reports its own errors; what comes here is an error of the JVM, or of the observer.
                LOGGER.error("A blocking call failed.", e);
            }
        }
    }

    /** Removes an ended task and returns the next one; null if the thread should end. */
    private @Nullable Task next(final @Nullable Task ended) {
        lock.lock();
        try {
            if (ended != null) {
                running.remove(ended);
            }
            // An interrupt was meant for the task that has ended.
            Thread.interrupted();
            long remaining = KEEP_ALIVE_NANOS;
            while (waiting.isEmpty() && !closed && remaining > 0) {
                try {
                    remaining = changed.awaitNanos(remaining);
                } catch (final InterruptedException e) {
                    LOGGER.trace("An idle thread was interrupted.", e);
                }
            }
            if (waiting.isEmpty()) {
                threads--;
                changed.signalAll();
                return null;
            }
            final Task task = waiting.iterator().next();
            waiting.remove(task);
            running.put(task, Thread.currentThread());
            if (!waiting.isEmpty()) {
                changed.signal();
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    /** Interrupts all work and waits until no thread is left, but no longer than a second, because work can ignore its interrupt. */
    void close() {
        final List<Task> dropped = locked(() -> {
            closed = true;
            final List<Task> left = List.copyOf(waiting);
            waiting.clear();
            running.values().forEach(Thread::interrupt);
            changed.signalAll();
            return left;
        });
        dropped.forEach(task -> task.refused.accept(stopped()));
        awaitEnd();
    }

    private void awaitEnd() {
        lock.lock();
        try {
            long remaining = TimeUnit.SECONDS.toNanos(1);
            while (threads > 0 && remaining > 0) {
                remaining = changed.awaitNanos(remaining);
            }
            if (threads > 0) {
                LOGGER.warn("{} thread(s) are still blocked after an interrupt.", threads);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** A piece of work. It is interrupted only under the lock, so that the interrupt cannot reach another task. */
    private final class Task implements Disposable {

        private final Runnable work;
        private final @Nullable RequestContext request;
        private final Consumer<? super RuntimeException> refused;

        Task(
                final Runnable work,
                final @Nullable RequestContext request,
                final Consumer<? super RuntimeException> refused) {
            this.work = work;
            this.request = request;
            this.refused = refused;
        }

        void run() {
            if (request != null && request.isEnded()) {
                refused.accept(new CancellationException(
                        "The request has ended, so jZenith did not start its blocking call."));
            } else if (request != null && request.deadline().isUsedUp()) {
                refused.accept(new DeadlinePassedException(QUEUE));
            } else {
                work.run();
            }
        }

        @Override
        public void dispose() {
            lock.lock();
            try {
                final @Nullable Thread thread = running.get(this);
                if (waiting.remove(this)) {
                    disposedIn(QUEUE);
                } else if (thread != null && thread != Thread.currentThread()) {
                    disposedIn("worker");
                    thread.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }

        private void disposedIn(final String stage) {
            if (request != null) {
                request.disposedIn(stage);
            }
        }

        @Override
        public boolean isDisposed() {
            return locked(() -> !waiting.contains(this) && !running.containsKey(this));
        }
    }
}
