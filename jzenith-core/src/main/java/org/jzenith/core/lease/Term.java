package org.jzenith.core.lease;

/**
 * The term of the owner of a lease, a fencing token: a later owner has a higher number. Pass it to whatever the work changes, which refuses a
 * term that has ended, as {@code tx.requireTerm(term)} of a database does.
 *
 * <pre>{@code
 * Completable write(Term term) {
 *     return database.withTransactionCompletable(tx -> tx.requireTerm(term).andThen(tx.query("UPDATE ..").execute()));
 * }
 * }</pre>
 *
 * @param group the kind of work, such as {@code job}
 * @param slot the work, such as the name of the job
 * @param number rises with each owner
 */
public record Term(String group, String slot, long number) {}
