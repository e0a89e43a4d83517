package org.jzenith.observability.meter;

/** The label of exceptions. */
final class ErrorType {

    private ErrorType() {}

    /** Returns the name of the class; that of its superclass if it is anonymous. */
    static String of(final Throwable error) {
        Class<?> type = error.getClass();
        while (type.isAnonymousClass()) {
            type = type.getSuperclass();
        }
        return type.getSimpleName();
    }
}
