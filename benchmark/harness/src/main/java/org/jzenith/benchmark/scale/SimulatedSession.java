package org.jzenith.benchmark.scale;

import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.Map;
import org.jzenith.messages.engine.ConsumerSession;
import org.jzenith.messages.engine.PartitionListener;

/** An instance, as the simulated engine knows it. */
final class SimulatedSession implements ConsumerSession {

    private final SimulatedEngine engine;
    private final PartitionListener listener;

    /** The partitions that it has, or gets next. */
    int count;

    boolean left;

    SimulatedSession(final SimulatedEngine engine, final PartitionListener listener) {
        this.engine = engine;
        this.listener = listener;
    }

    PartitionListener listener() {
        return listener;
    }

    @Override
    public void pause(final int partition) {
        engine.pause(this, partition, true);
    }

    @Override
    public void resume(final int partition) {
        engine.pause(this, partition, false);
    }

    @Override
    public Completable commit(final int partition, final long position) {
        return engine.commit(this, partition, position);
    }

    @Override
    public Single<Map<Integer, Long>> lag() {
        return Single.just(Map.of());
    }

    @Override
    public Completable close() {
        return engine.leave(this);
    }
}
