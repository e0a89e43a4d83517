package org.jzenith.core.internal.start;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a second SIGTERM or SIGINT end the JVM at once while the first one is still stopping the application. The JVM
 * itself ignores further signals, so this uses {@code sun.misc.Signal} of the module {@code jdk.unsupported}. Without that
 * module a second signal has no effect.
 */
public final class SecondSignal {

    private static final Logger LOGGER = LoggerFactory.getLogger(SecondSignal.class);

    private SecondSignal() {}

    /** Lets a second signal end the process; called when the first one has come. */
    public static void install() {
        try {
            final Class<?> signalType = Class.forName("sun.misc.Signal");
            final Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            handle(signalType, handlerType, "TERM", 143);
            handle(signalType, handlerType, "INT", 130);
        } catch (final ReflectiveOperationException | RuntimeException e) {
            LOGGER.debug(
                    "A second SIGTERM or SIGINT does not end this process, because sun.misc.Signal cannot be used.", e);
        }
    }

    private static void handle(
            final Class<?> signalType, final Class<?> handlerType, final String name, final int exitCode)
            throws ReflectiveOperationException {
        final InvocationHandler halt = (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
                Runtime.getRuntime().halt(exitCode);
            }
            return null;
        };
        final Object handler =
                Proxy.newProxyInstance(SecondSignal.class.getClassLoader(), new Class<?>[] {handlerType}, halt);
        final Object signal = signalType.getConstructor(String.class).newInstance(name);
        signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
    }
}
