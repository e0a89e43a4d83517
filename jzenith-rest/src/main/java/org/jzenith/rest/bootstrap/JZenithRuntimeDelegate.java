package org.jzenith.rest.bootstrap;

import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.core.Application;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jzenith.rest.RestPlugin;

/** RESTEasy's implementation of the API, but for {@link SeBootstrap}: that starts an application of jZenith. */
public final class JZenithRuntimeDelegate extends ResteasyProviderFactoryImpl {

    /** Made by the API. */
    public JZenithRuntimeDelegate() {}

    @Override
    public SeBootstrap.Configuration.Builder createConfigurationBuilder() {
        return new BootstrapConfiguration.Builder();
    }

    @Override
    public CompletionStage<SeBootstrap.Instance> bootstrap(
            final Application application, final SeBootstrap.Configuration configuration) {
        Objects.requireNonNull(application, "application");
        return ApplicationInstance.start(
                () -> RestPlugin.withApplication(application), BootstrapConfiguration.of(configuration));
    }

    @Override
    public CompletionStage<SeBootstrap.Instance> bootstrap(
            final Class<? extends Application> application, final SeBootstrap.Configuration configuration) {
        Objects.requireNonNull(application, "application");
        return ApplicationInstance.start(
                () -> RestPlugin.withApplication(application), BootstrapConfiguration.of(configuration));
    }
}
