package ${package}.order;

import java.util.UUID;

/** No order has the requested id. */
public final class NoSuchOrderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final UUID id;

    NoSuchOrderException(final UUID id) {
        super("There is no order " + id + ".");
        this.id = id;
    }

    public UUID id() {
        return id;
    }
}
