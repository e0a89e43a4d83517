package org.jzenith.core.lease;

/** The {@link Term} of this instance has ended, because another instance has the lease now. Nothing was changed. */
public final class TermEndedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Term term;

    /**
     * Creates the error.
     *
     * @param term the term that has ended
     */
    public TermEndedException(final Term term) {
        super("The lease '" + term.group() + "/" + term.slot() + "' is no longer held in term " + term.number()
                + ", so nothing was changed. Another instance continues the work.");
        this.term = term;
    }

    /**
     * Returns the term that has ended.
     *
     * @return the term from the constructor
     */
    public Term term() {
        return term;
    }
}
