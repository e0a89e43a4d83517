package org.jzenith.core.page;

/** Thrown when a client asks for a page that cannot exist. The response is a 400 that names the parameter. */
public final class InvalidPageException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String parameter;

    /**
     * Creates an exception.
     *
     * @param parameter {@code after}, {@code offset} or {@code limit}
     * @param reason the end of a sentence that starts with the parameter, without its value
     */
    public InvalidPageException(final String parameter, final String reason) {
        super("The query parameter '" + parameter + "' " + reason);
        this.parameter = parameter;
    }

    /**
     * Returns the parameter at fault.
     *
     * @return its name
     */
    public String parameter() {
        return parameter;
    }
}
