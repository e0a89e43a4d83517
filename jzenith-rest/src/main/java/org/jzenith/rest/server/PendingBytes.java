package org.jzenith.rest.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one connection that its client has not taken, and their share of the budget. Belongs to the event loop
 * of the connection.
 *
 * <p>Whether a client takes bytes is seen at the first message that waits for the socket: as long as it is the same one,
 * and as much of it is sent as before, nothing was taken. The writability of a channel does not tell: it changes only
 * when almost all is taken.
 */
final class PendingBytes {

    /** What the budget may be wrong by, for each connection and until the next look at it. */
    private static final long TOLERANCE = 64 * 1024;

    private final Channel channel;
    private final ResponseBudget budget;
    private long held;
    private long inChannel;
    private long counted;
    private boolean closed;
    private @Nullable Object first;
    private long sentOfFirst;

    PendingBytes(final Channel channel, final ResponseBudget budget) {
        this.channel = channel;
        this.budget = budget;
        channel.closeFuture().addListener(gone -> {
            held = 0;
            inChannel = 0;
            publish();
            closed = true;
        });
    }

    /** Bytes that wait elsewhere than in the channel. With the channel all are gone, and streams that end later say so again. */
    void hold(final long bytes) {
        if (closed) {
            return;
        }
        held += bytes;
        publishIfMuch();
    }

    /** Counts what waits in the channel. */
    long count() {
        if (closed) {
            return 0;
        }
        final ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        inChannel = buffer == null ? 0 : buffer.totalPendingWriteBytes();
        publishIfMuch();
        return inChannel;
    }

    /** Makes the budget exact. */
    void publish() {
        final long change = held + inChannel - counted;
        if (change != 0) {
            counted += change;
            budget.add(change);
        }
    }

    private void publishIfMuch() {
        if (Math.abs(held + inChannel - counted) >= TOLERANCE) {
            publish();
        }
    }

    /** Whether the socket has taken anything since the last time that this was asked. */
    boolean isTaken() {
        final ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        final Object now = buffer == null ? null : buffer.current();
        final long sent = buffer == null ? 0 : buffer.currentProgress();
        final boolean same = now != null && now == first && sent == sentOfFirst;
        first = now;
        sentOfFirst = sent;
        return !same;
    }

    void forget() {
        first = null;
        sentOfFirst = 0;
    }
}
