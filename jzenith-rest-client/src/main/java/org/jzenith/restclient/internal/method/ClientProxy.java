package org.jzenith.restclient.internal.method;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.restclient.internal.call.RemoteService;

/** Passes each method of an interface to its compiled call. Safe for use by many threads. */
final class ClientProxy implements InvocationHandler {

    private final Class<?> type;
    private final Map<Method, ClientMethod> methods;
    private final Supplier<RemoteService> service;

    ClientProxy(final Class<?> type, final Map<Method, ClientMethod> methods, final Supplier<RemoteService> service) {
        this.type = type;
        this.methods = Map.copyOf(methods);
        this.service = service;
    }

    @Override
    public @Nullable Object invoke(
            final Object proxy, final Method method, final @Nullable Object @Nullable [] arguments) throws Throwable {
        final ClientMethod compiled = methods.get(method);
        if (compiled != null) {
            return compiled.call(service.get(), arguments);
        }
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        return switch (method.getName()) {
            case "equals" -> proxy == Objects.requireNonNull(arguments)[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "client of " + type.getName();
        };
    }
}
