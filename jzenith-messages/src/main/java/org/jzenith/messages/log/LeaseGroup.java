package org.jzenith.messages.log;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.List;
import org.jzenith.core.lease.Lease;

/** For plugins: a group of leases that the instances of an application share. Called on the event loop of the heartbeat. */
@CheckReturnValue
public interface LeaseGroup {

    /**
     * Returns the name of the group.
     *
     * @return the name, unique in the store
     */
    String name();

    /**
     * Called with the leases of the group after each renewal.
     *
     * @param leases all leases of the group
     * @param validUntil the time until which the leases of this instance are valid, on the clock of {@link System#nanoTime}
     * @return completes when this group has claimed and released leases
     */
    Completable renewed(List<Lease> leases, long validUntil);

    /** Called to give up leases that are no longer valid. */
    void expire();

    /**
     * Called when leases could not be renewed, claimed or released.
     *
     * @param error the cause
     */
    void failed(Throwable error);
}
