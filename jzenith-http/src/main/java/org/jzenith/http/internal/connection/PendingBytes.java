package org.jzenith.http.internal.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ResponseBudget;

/**
 * The bytes of one connection that its client has not taken, and their share of the {@link ResponseBudget}. Used on the
 * event loop of the connection only.
 *
 * <p>Whether a client takes bytes is seen at the first message that waits for the socket: as long as it is the same
 * one, and as much of it is sent as before, nothing was taken. The writability of a channel does not tell: it changes
 * only when almost all is taken.
 */
public final class PendingBytes {

    /** The number of bytes by which the budget may be wrong for each connection until the next sweep. */
    private static final long TOLERANCE = 64 * 1024;

    private final Channel channel;
    private final ResponseBudget budget;
    private long queued;
    private long inChannel;
    private long counted;
    private boolean closed;
    private @Nullable Object first;
    private long sentOfFirst;

    /** Counts from now on, until the connection is closed. */
    public PendingBytes(final Channel channel, final ConnectionSweeper sweeper) {
        this.channel = channel;
        this.budget = sweeper.budget();
        channel.closeFuture().addListener(gone -> {
            queued = 0;
            inChannel = 0;
            publish();
            closed = true;
        });
    }

    /**
     * Adds bytes that wait outside the channel, or removes them. When the channel closes all are removed; later changes
     * are ignored.
     */
    public void addQueued(final long bytes) {
        if (closed) {
            return;
        }
        queued += bytes;
        publishIfMuch();
    }

    /** The bytes that wait in a channel for its socket. Called on its event loop. */
    public static long inChannel(final Channel channel) {
        final ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    /** Counts what waits in the channel. */
    public long count() {
        if (closed) {
            return 0;
        }
        inChannel = inChannel(channel);
        publishIfMuch();
        return inChannel;
    }

    /** Updates the budget to the exact count. */
    public void publish() {
        final long change = queued + inChannel - counted;
        if (change != 0) {
            counted += change;
            budget.add(change);
        }
    }

    private void publishIfMuch() {
        if (Math.abs(queued + inChannel - counted) >= TOLERANCE) {
            publish();
        }
    }

    /** Returns true if the socket has taken bytes since the last call. */
    public boolean hasProgress() {
        final ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        final Object now = buffer == null ? null : buffer.current();
        final long sent = buffer == null ? 0 : buffer.currentProgress();
        final boolean same = now != null && now == first && sent == sentOfFirst;
        first = now;
        sentOfFirst = sent;
        return !same;
    }

    /** The next call of {@link #hasProgress} compares with nothing. */
    public void resetProgress() {
        first = null;
        sentOfFirst = 0;
    }
}
