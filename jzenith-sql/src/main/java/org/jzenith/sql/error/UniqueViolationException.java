package org.jzenith.sql.error;

/**
 * Thrown when a value that must be unique already exists (SQLSTATE 23505); {@link #constraint()} names the constraint.
 *
 * <pre>{@code
 * return database.query("INSERT INTO users (id, name) VALUES ($1, $2)", id, name)
 *         .execute()
 *         .onErrorResumeNext(error -> Completable.error(
 *                 error instanceof UniqueViolationException ? new NameTakenException(name) : error));
 * }</pre>
 */
public final class UniqueViolationException extends SqlException {

    private static final long serialVersionUID = 1L;

    public UniqueViolationException(final Details details) {
        super(details);
    }
}
