package org.jzenith.messages.log;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import java.util.List;
import org.jzenith.core.lease.Lease;

/** For plugins: leases that the instances of an application share. Called on the event loop of the heartbeat. */
@CheckReturnValue
public interface LeaseGroup {

    /**
     * Returns the name of the group.
     *
     * @return unique for the store
     */
    String name();

    /**
     * Receives the leases of the group after each renewal.
     *
     * @param leases all leases of the group
     * @param validUntil the time until which the held ones are valid, as {@link System#nanoTime}
     * @return completes when leases are claimed and released
     */
    Completable renewed(List<Lease> leases, long validUntil);

    /** Gives up the leases that are no longer valid. */
    void expire();

    /**
     * Reports that leases could not be renewed, claimed or released.
     *
     * @param error the cause
     */
    void failed(Throwable error);
}
