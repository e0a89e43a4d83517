package org.jzenith.sql.internal.pool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.commit.CommitWriter;

/** The values that a transaction, or a part of it, has collected and not written yet. Safe for use by many threads. */
public final class PendingRows {

    /** The number of values and of their bytes after which they are written, although the transaction goes on. */
    private static final int MOST = 500;

    private static final long MOST_BYTES = 1 << 20;

    private final List<Entry<?>> entries = new ArrayList<>();
    private final @Nullable PendingRows outer;
    private volatile long bytes;
    private boolean closed;

    /** @param outer those of the transaction around this one; null for a whole transaction */
    PendingRows(final @Nullable PendingRows outer) {
        this.outer = outer;
    }

    /** Compared by identity. */
    private static final class Entry<T> {

        private final CommitWriter<T> writer;
        private final T value;

        Entry(final CommitWriter<T> writer, final T value) {
            this.writer = writer;
            this.value = value;
        }
    }

    /** Adds a value, and returns true if it is time to write all of them; throws if the commit has started. */
    synchronized <T> boolean add(final CommitWriter<T> writer, final T value) {
        if (closed) {
            throw ConnectionLease.ended();
        }
        entries.add(new Entry<>(writer, value));
        bytes += writer.bytes(value);
        return entries.size() >= MOST || bytes >= MOST_BYTES;
    }

    /** Passes the values to the outer transaction, because the nested one is kept. */
    void pass() {
        final List<Entry<?>> own;
        synchronized (this) {
            closed = true;
            own = List.copyOf(entries);
        }
        Objects.requireNonNull(outer).addAll(own, bytes);
    }

    private synchronized void addAll(final List<Entry<?>> nested, final long moreBytes) {
        entries.addAll(nested);
        bytes += moreBytes;
    }

    /** Takes the values back from the outer transaction, because the nested one could not be kept. */
    void drop() {
        final Set<Entry<?>> own = Collections.newSetFromMap(new IdentityHashMap<>());
        synchronized (this) {
            own.addAll(entries);
        }
        Objects.requireNonNull(outer).removeAll(own, bytes);
    }

    private synchronized void removeAll(final Set<Entry<?>> nested, final long fewerBytes) {
        if (entries.removeIf(nested::contains)) {
            bytes -= fewerBytes;
        }
    }

    /** Returns the statements that write the values, which are gone then. */
    public synchronized List<CommitWriter.CommitStatement> take() {
        if (entries.isEmpty()) {
            return List.of();
        }
        final Map<CommitWriter<?>, List<Entry<?>>> byWriter = new LinkedHashMap<>();
        entries.forEach(each -> byWriter.computeIfAbsent(each.writer, writer -> new ArrayList<>())
                .add(each));
        final List<CommitWriter.CommitStatement> statements = new ArrayList<>();
        byWriter.forEach((writer, own) -> statements.addAll(statements(writer, own)));
        entries.clear();
        bytes = 0;
        return statements;
    }

    /** The same, for the commit. */
    synchronized List<CommitWriter.CommitStatement> close() {
        closed = true;
        return take();
    }

    @SuppressWarnings("unchecked") // all entries have this writer
    private static <T> List<CommitWriter.CommitStatement> statements(
            final CommitWriter<T> writer, final List<Entry<?>> entries) {
        return writer.statements(entries.stream().map(each -> (T) each.value).toList());
    }
}
