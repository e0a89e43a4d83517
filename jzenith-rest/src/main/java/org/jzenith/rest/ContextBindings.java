package org.jzenith.rest;

import com.google.inject.AbstractModule;
import jakarta.inject.Provider;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Providers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jboss.resteasy.core.ResteasyContext;
import org.jspecify.annotations.Nullable;

/** Binds the {@code @Context} types that constructors can take: the application, and proxies of the current request's objects. */
final class ContextBindings extends AbstractModule {

    private final Application application;

    ContextBindings(final Application application) {
        this.application = application;
    }

    @Override
    protected void configure() {
        bind(Application.class).toProvider(() -> application);
        bindCurrent(Configuration.class);
        bindCurrent(UriInfo.class);
        bindCurrent(HttpHeaders.class);
        bindCurrent(Request.class);
        bindCurrent(SecurityContext.class);
        bindCurrent(ResourceInfo.class);
        bindCurrent(ResourceContext.class);
        bindCurrent(Providers.class);
    }

    /** Returns a proxy for the current request's object. It does not need an injector. */
    static <T> T current(final Class<T> type) {
        return new Stand<>(type).get();
    }

    private <T> void bindCurrent(final Class<T> type) {
        bind(type).toProvider(new Stand<>(type));
    }

    /** Creates the proxy when it is first injected, because creating all proxies at startup takes time. */
    private static final class Stand<T> implements Provider<T> {

        private final Class<T> type;
        private @Nullable T proxy;

        Stand(final Class<T> type) {
            this.type = type;
        }

        @Override
        public synchronized T get() {
            if (proxy == null) {
                proxy = type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::call));
            }
            return proxy;
        }

        private @Nullable Object call(final Object self, final Method method, final Object[] arguments)
                throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                return ofObject(type, self, method.getName(), arguments);
            }
            final T current = ResteasyContext.getContextData(type);
            if (current == null) {
                throw new IllegalStateException("There is no " + type.getSimpleName() + " on thread "
                        + Thread.currentThread().getName() + ", because no request is in progress on it.");
            }
            try {
                return method.invoke(current, arguments);
            } catch (final InvocationTargetException e) {
                throw e.getTargetException();
            }
        }
    }

    private static Object ofObject(
            final Class<?> type, final Object self, final String name, final Object[] arguments) {
        return switch (name) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "the current " + type.getSimpleName();
        };
    }
}
