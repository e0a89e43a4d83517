package org.jzenith.core.context;

import com.google.inject.Key;
import com.google.inject.OutOfScopeException;
import com.google.inject.Provider;
import com.google.inject.Scope;

/** The Guice scope behind {@link RequestScoped}; keeps instances in the {@link RequestContext}. */
final class RequestScope implements Scope {

    @Override
    public <T> Provider<T> scope(final Key<T> key, final Provider<T> unscoped) {
        return () -> {
            final RequestContext context = RequestContext.current();
            if (context == null) {
                throw new OutOfScopeException(
                        "The thread " + Thread.currentThread().getName()
                                + " works for no request, so it cannot get a " + key.getTypeLiteral()
                                + ". Get it while a request is in progress, or run the work with"
                                + " RequestContext.create(..).run(..).");
            }
            return context.scoped(context.scopeKey(key), unscoped::get);
        };
    }

    @Override
    public String toString() {
        return "RequestScope";
    }
}
