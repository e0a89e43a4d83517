package org.jzenith.rest.invoke;

/** The first step: refuses a request whose headers cannot be read, or whose method this server does not know. */
final class CheckRequest implements Step {

    private static final int NOT_IMPLEMENTED = 501;

    private final KnownMethods methods;

    CheckRequest(final KnownMethods methods) {
        this.methods = methods;
    }

    @Override
    public boolean run(final Invocation invocation) {
        invocation.headers().check();
        if (methods.contains(invocation.exchange().method())) {
            return true;
        }
        invocation.exchange().answer(NOT_IMPLEMENTED, "This server does not know this method.");
        return false;
    }
}
