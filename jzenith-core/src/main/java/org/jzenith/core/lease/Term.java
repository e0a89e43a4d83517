package org.jzenith.core.lease;

import java.util.Optional;
import org.jzenith.core.context.RequestContext;

/**
 * The term of a lease's owner, a fencing token: a later owner has a higher number. A term ends when the owner releases the lease, or when
 * another instance takes the lease. Pass the term to every system that the work changes, so that the system can refuse an ended term. For a
 * database, {@code tx.requireTerm(term)} does this.
 *
 * <pre>{@code
 * Completable write(Term term) {
 *     return database.withTransactionCompletable(tx -> tx.requireTerm(term).andThen(tx.query("UPDATE ..").execute()));
 * }
 * }</pre>
 *
 * @param group the kind of work, such as {@code job}
 * @param slot the work, such as the name of the job
 * @param number the number, which rises with each owner
 */
public record Term(String group, String slot, long number) {

    /**
     * Returns the term of the current work, such as a run of a job on one instance, on any of its threads.
     *
     * @return empty outside work that has a lease
     */
    public static Optional<Term> current() {
        final RequestContext context = RequestContext.current();
        return context == null ? Optional.empty() : Optional.ofNullable((Term) context.scopedIfPresent(Term.class));
    }

    /**
     * For plugins: makes this the {@linkplain #current current} term of some work.
     *
     * @param context the context of the work, which has no term yet
     */
    public void setIn(final RequestContext context) {
        context.scoped(Term.class, () -> this);
    }
}
