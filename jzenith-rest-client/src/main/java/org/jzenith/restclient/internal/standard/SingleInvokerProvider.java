package org.jzenith.restclient.internal.standard;

import io.reactivex.Single;
import io.vertx.core.Future;
import jakarta.ws.rs.client.CompletionStageRxInvoker;
import jakarta.ws.rs.client.Invocation;
import jakarta.ws.rs.client.RxInvokerProvider;
import jakarta.ws.rs.client.SyncInvoker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import org.jboss.resteasy.rxjava2.SingleRxInvoker;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.rx.RxFuture;

/**
 * Implements {@link SingleRxInvoker} by the standard's invoker of {@code CompletionStage}s, which has the same methods. RESTEasy's own
 * implementation blocks the subscribing thread until the response has arrived. Safe for use by many threads.
 */
public final class SingleInvokerProvider implements RxInvokerProvider<SingleRxInvoker> {

    /** Made by RESTEasy. */
    public SingleInvokerProvider() {}

    @Override
    public boolean isProviderFor(final Class<?> type) {
        return type == SingleRxInvoker.class;
    }

    @Override
    public SingleRxInvoker getRxInvoker(final SyncInvoker invoker, final @Nullable ExecutorService executor) {
        final CompletionStageRxInvoker stages = ((Invocation.Builder) invoker).rx();
        return (SingleRxInvoker) Proxy.newProxyInstance(
                SingleRxInvoker.class.getClassLoader(),
                new Class<?>[] {SingleRxInvoker.class},
                (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                        ? invoke(method, stages, arguments)
                        : single(stages, method, arguments));
    }

    @SuppressWarnings("unchecked") // both invokers have the same methods
    private static Single<Object> single(
            final CompletionStageRxInvoker stages, final Method called, final @Nullable Object[] arguments)
            throws NoSuchMethodException {
        final Method method = CompletionStageRxInvoker.class.getMethod(called.getName(), called.getParameterTypes());
        return RxFuture.single(
                        () -> Future.fromCompletionStage((CompletionStage<Object>) invoke(method, stages, arguments)))
                .onErrorResumeNext(error -> Single.error(
                        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error));
    }

    private static Object invoke(final Method method, final Object target, final @Nullable Object[] arguments)
            throws Exception {
        try {
            return method.invoke(target, arguments);
        } catch (final InvocationTargetException e) {
            if (e.getCause() instanceof final Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
