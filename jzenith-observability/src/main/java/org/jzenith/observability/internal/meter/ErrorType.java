package org.jzenith.observability.internal.meter;

/** The label of exceptions, as in the spans of traces. */
final class ErrorType {

    private ErrorType() {}

    /** Returns the full name of the class; that of its superclass if it is anonymous. */
    static String of(final Throwable error) {
        Class<?> type = error.getClass();
        while (type.isAnonymousClass()) {
            type = type.getSuperclass();
        }
        return type.getName();
    }
}
