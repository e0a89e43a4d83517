package org.jzenith.restclient;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import java.util.function.Supplier;

/**
 * For plugins: a client that is created from an interface. A plugin that offers the clients elsewhere, such as in scripts, injects the set of
 * these bindings.
 *
 * @param name the name of the client
 * @param type the interface, whose methods return a {@code Single}, {@code Maybe}, {@code Completable} or {@code Flowable}
 * @param client returns the injected object, which implements the interface
 */
public record ClientBinding(String name, Class<?> type, Supplier<?> client) {

    static Multibinder<ClientBinding> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, ClientBinding.class);
    }
}
