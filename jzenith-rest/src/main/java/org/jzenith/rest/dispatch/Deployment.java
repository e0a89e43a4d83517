package org.jzenith.rest.dispatch;

import com.google.inject.Injector;
import com.google.inject.Provider;
import java.util.List;
import org.jboss.resteasy.core.SynchronousDispatcher;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jboss.resteasy.plugins.providers.ByteArrayProvider;
import org.jboss.resteasy.plugins.providers.DefaultBooleanWriter;
import org.jboss.resteasy.plugins.providers.DefaultNumberWriter;
import org.jboss.resteasy.plugins.providers.DefaultTextPlain;
import org.jboss.resteasy.plugins.providers.InputStreamProvider;
import org.jboss.resteasy.plugins.providers.JaxrsServerFormUrlEncodedProvider;
import org.jboss.resteasy.plugins.providers.ReaderProvider;
import org.jboss.resteasy.plugins.providers.ServerFormUrlEncodedProvider;
import org.jboss.resteasy.plugins.providers.StreamingOutputProvider;
import org.jboss.resteasy.plugins.providers.StringTextStar;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jzenith.rest.rx.Subscriptions;

/** RESTEasy, furnished once at start; nothing in it is shared with another application of the JVM. */
final class Deployment {

    private Deployment() {}

    static SynchronousDispatcher of(final Routes routes, final List<Object> house, final Injector injector) {
        final ResteasyProviderFactoryImpl factory = new ResteasyProviderFactoryImpl(false);
        factory.setRegisterBuiltins(false);
        registerBuiltins(factory);
        house.forEach(provider -> factory.registerProviderInstance(provider, null, null, true));
        Subscriptions.providers().forEach(factory::registerProviderInstance);
        routes.providers().forEach(type -> factory.registerProviderInstance(injector.getInstance(type)));
        final SynchronousDispatcher dispatcher = new SynchronousDispatcher(factory);
        for (final Class<?> type : routes.resources()) {
            final Provider<?> provider = injector.getProvider(type);
            dispatcher.getRegistry().addResourceFactory(new GuiceResource(type, provider));
        }
        factory.lockSnapshots();
        return dispatcher;
    }

    private static void registerBuiltins(final ResteasyProviderFactory factory) {
        factory.registerProviderInstance(new StringTextStar(), null, null, true);
        factory.registerProviderInstance(new DefaultTextPlain(), null, null, true);
        factory.registerProviderInstance(new DefaultNumberWriter(), null, null, true);
        factory.registerProviderInstance(new DefaultBooleanWriter(), null, null, true);
        factory.registerProviderInstance(new ByteArrayProvider(), null, null, true);
        factory.registerProviderInstance(new InputStreamProvider(), null, null, true);
        factory.registerProviderInstance(new ReaderProvider(), null, null, true);
        factory.registerProviderInstance(new StreamingOutputProvider(), null, null, true);
        factory.registerProviderInstance(new ServerFormUrlEncodedProvider(false), null, null, true);
        factory.registerProviderInstance(new JaxrsServerFormUrlEncodedProvider(false), null, null, true);
    }
}
