package org.jzenith.messages.kafka;

import org.jspecify.annotations.Nullable;

/**
 * The places that one follower of a topic, the first, has reached. Partitions have no common order, so two followers pass through different
 * positions. The others of this instance therefore read no further than the first, and meet at its positions. Safe for use by many threads.
 */
final class FollowLead {

    private @Nullable Object owner;
    private @Nullable LeadOffsets place;

    /**
     * A place of the first follower.
     *
     * @param delivered the offset of the next record of each partition, as its position has it
     * @param read the offset up to which it has looked: there is no message between the two
     * @param position the text of its position
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record LeadOffsets(long[] delivered, long[] read, String position) {

        /** Returns true if the first follower has seen all that another one has. */
        boolean isAfter(final long[] deliveredElsewhere) {
            for (int i = 0; i < deliveredElsewhere.length; i++) {
                if (deliveredElsewhere[i] > (i < read.length ? read[i] : 0)) {
                    return false;
                }
            }
            return true;
        }

        /** Returns true if another follower has looked at all messages that the first one has delivered. */
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

    /** Returns true if this follower is the first, or becomes it because there is none. */
    synchronized boolean lead(final Object follower) {
        if (owner == null) {
            owner = follower;
        }
        return owner == follower;
    }

    /** Notes the place of the first follower. */
    synchronized void reached(final Object follower, final LeadOffsets reached) {
        if (owner == follower) {
            place = reached;
        }
    }

    /** Lets another follower be the first. */
    synchronized void leave(final Object follower) {
        if (owner == follower) {
            owner = null;
            place = null;
        }
    }

    /** Returns the place of the first follower; null if it has none yet. */
    synchronized @Nullable LeadOffsets place() {
        return place;
    }
}
