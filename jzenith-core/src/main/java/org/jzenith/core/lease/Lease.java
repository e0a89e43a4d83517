package org.jzenith.core.lease;

/**
 * For plugins: the state of a lease when the store responded.
 *
 * @param group the kind of work, such as {@code messages/orders/mail}
 * @param slot the part of the group, such as the number of a partition
 * @param owner the instance that has the lease, or had it last
 * @param term the number of the owner's {@link Term}
 * @param held false if the lease was released or has ended
 * @param occasion the highest occasion that is done, such as the due time of a job's latest run; {@link Long#MIN_VALUE} if there is none
 */
public record Lease(String group, String slot, String owner, long term, boolean held, long occasion) {

    /**
     * Returns the owner's term, which serves as a fencing token.
     *
     * @return a new term
     */
    public Term token() {
        return new Term(group, slot, term);
    }
}
