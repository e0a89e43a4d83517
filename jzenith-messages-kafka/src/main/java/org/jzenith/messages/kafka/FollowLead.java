package org.jzenith.messages.kafka;

import org.jspecify.annotations.Nullable;

/**
 * The offsets that the leading follower of a topic has reached. Partitions have no common order, so two followers pass through different
 * positions. The other followers on this instance therefore read no further than the leading one, and reach the same positions. Safe for use by
 * many threads.
 */
final class FollowLead {

    private @Nullable Object owner;
    private @Nullable LeadOffsets place;

    /**
     * The offsets of the leading follower.
     *
     * @param delivered the offset of the next record of each partition, as in its position
     * @param read the offset of each partition up to which it has read; no message lies between the two
     * @param position the position as a text
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record LeadOffsets(long[] delivered, long[] read, String position) {

        /** Returns true if the leading follower has read at least as far as another one has delivered. */
        boolean isAfter(final long[] deliveredElsewhere) {
            for (int i = 0; i < deliveredElsewhere.length; i++) {
                if (deliveredElsewhere[i] > (i < read.length ? read[i] : 0)) {
                    return false;
                }
            }
            return true;
        }

        /** Returns true if another follower has read at least as far as the leading one has delivered. */
        boolean isReachedBy(final long[] readElsewhere) {
            for (int i = 0; i < delivered.length; i++) {
                if (delivered[i] > (i < readElsewhere.length ? readElsewhere[i] : 0)) {
                    return false;
                }
            }
            return true;
        }

        boolean hasDelivered(final int partition, final long offset) {
            return partition < delivered.length && offset < delivered[partition];
        }
    }

    /** Returns true if this follower leads. It becomes the leading follower if there is none. */
    synchronized boolean lead(final Object follower) {
        if (owner == null) {
            owner = follower;
        }
        return owner == follower;
    }

    /** Stores the offsets that the leading follower has reached. */
    synchronized void reached(final Object follower, final LeadOffsets reached) {
        if (owner == follower) {
            place = reached;
        }
    }

    /** Lets another follower lead. */
    synchronized void leave(final Object follower) {
        if (owner == follower) {
            owner = null;
            place = null;
        }
    }

    /** Returns the offsets of the leading follower; null if it has none yet. */
    synchronized @Nullable LeadOffsets place() {
        return place;
    }
}
