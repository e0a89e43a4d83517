package org.jzenith.http.internal.http1;

import io.netty.channel.Channel;
import org.jzenith.http.http1.UpgradedProtocol;
import org.jzenith.http.internal.connection.ConnectionState;
import org.jzenith.http.internal.connection.ConnectionSweeper;
import org.jzenith.http.internal.connection.PendingBytes;

/**
 * Measures how long an upgraded connection waits for its client, and passes the stop to its protocol. Used on the event loop
 * of the connection only.
 */
final class UpgradedConnectionState implements ConnectionState {

    private final Channel channel;
    private final ConnectionSweeper sweeper;
    private final PendingBytes pending;
    private final UpgradedProtocol protocol;
    private boolean waiting;

    /** The time since which the client has taken none of the bytes that wait for it. */
    private long stalledSince = System.nanoTime();

    UpgradedConnectionState(
            final Channel channel,
            final ConnectionSweeper sweeper,
            final PendingBytes pending,
            final UpgradedProtocol protocol) {
        this.channel = channel;
        this.sweeper = sweeper;
        this.pending = pending;
        this.protocol = protocol;
    }

    @Override
    public void check(final long now) {
        waiting = pending.count() > 0;
        if (!waiting) {
            pending.resetProgress();
        }
        if (!waiting || pending.hasProgress()) {
            stalledSince = now;
        }
        pending.publish();
        if (now - stalledSince >= sweeper.idleNanos()) {
            ConnectionState.closeNow(channel);
        } else {
            protocol.check(now);
        }
    }

    @Override
    public long stalledNanos(final long now) {
        return waiting && channel.isOpen() ? now - stalledSince : 0;
    }

    @Override
    public void endStalled() {
        ConnectionState.closeNow(channel);
    }

    @Override
    public void announceStop() {
        // Connections are told one after another: closeIdle().
    }

    /** Returns true until the protocol has started to close, even while it is in use: it tells its client of the stop. */
    @Override
    public boolean isIdle(final long now, final long idleGraceNanos) {
        return !protocol.isClosing();
    }

    @Override
    public boolean isClosedAfterRead() {
        return false;
    }

    @Override
    public void closeIdle() {
        protocol.beginClose();
    }

    @Override
    public void refuseFurtherRequests() {
        // There are none.
    }
}
