package org.jzenith.rest.internal.bootstrap;

import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.providerfactory.ResteasyProviderFactoryImpl;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.internal.multipart.MultipartForms;
import org.jzenith.rest.internal.resteasy.MediaTypeHeader;
import org.jzenith.rest.internal.resteasy.RelativeLocation;

/** RESTEasy's implementation of the API, except for {@link SeBootstrap}, which starts an application of jZenith, parts and the reading of media types. */
public final class JZenithRuntimeDelegate extends ResteasyProviderFactoryImpl {

    /** Made by the API. */
    public JZenithRuntimeDelegate() {
        addHeaderDelegate(MediaType.class, new MediaTypeHeader(createHeaderDelegate(MediaType.class)));
    }

    @Override
    public Response.ResponseBuilder createResponseBuilder() {
        return new RelativeLocation.Builder();
    }

    @Override
    public SeBootstrap.Configuration.Builder createConfigurationBuilder() {
        return new BootstrapConfiguration.Builder();
    }

    @Override
    public EntityPart.Builder createEntityPartBuilder(final String partName) {
        return MultipartForms.partBuilder(partName);
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
