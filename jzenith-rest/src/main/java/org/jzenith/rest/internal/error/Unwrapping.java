package org.jzenith.rest.internal.error;

import com.google.inject.ProvisionException;
import io.reactivex.exceptions.CompositeException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.ReaderException;
import org.jboss.resteasy.spi.UnhandledException;
import org.jboss.resteasy.spi.WriterException;
import org.jspecify.annotations.Nullable;

/** Unwraps the wrapper exceptions of RESTEasy, RxJava, Guice and Java. */
public final class Unwrapping {

    private static final int DEPTH = 16;

    private final Mappings mappings;

    Unwrapping(final Mappings mappings) {
        this.mappings = mappings;
    }

    /** Returns the failure of a stage, without the {@code CompletionException} around it. */
    public static Throwable ofStage(final Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    /** Returns what a method of the application has thrown, without RESTEasy's {@code ApplicationException} around it. */
    public static Throwable ofMethod(final Throwable error) {
        return error instanceof ApplicationException && error.getCause() != null ? error.getCause() : error;
    }

    Throwable unwrap(final Throwable error) {
        Throwable current = error;
        for (int depth = 0; depth < DEPTH; depth++) {
            final @Nullable Throwable inner = mappings.namesExactly(current) ? null : inner(current);
            if (inner == null) {
                return current;
            }
            current = inner;
        }
        return current;
    }

    private static @Nullable Throwable inner(final Throwable error) {
        if (error instanceof CompositeException composite) {
            return composite.getExceptions().get(0);
        }
        final boolean wrapper = error instanceof CompletionException
                || error instanceof ExecutionException
                || error instanceof ApplicationException
                || error instanceof ReaderException
                || error instanceof WriterException
                || error instanceof UnhandledException
                || error instanceof InvocationTargetException
                || error instanceof UndeclaredThrowableException
                || error instanceof ProvisionException;
        return wrapper ? error.getCause() : null;
    }
}
