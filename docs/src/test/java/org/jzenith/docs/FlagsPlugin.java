package org.jzenith.docs;

import com.google.inject.Module;
import io.smallrye.config.ConfigMapping;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Description;
import org.jzenith.rest.RestContribution;

/** Shows the feature flags of the application at {@code /flags}. */
public final class FlagsPlugin implements Plugin {

    private final String listener;

    /** Creates the plugin for the listener of a plugin: {@code rest}, or for example {@code rest.admin}. */
    public FlagsPlugin(final String listener) {
        this.listener = listener;
    }

    @Override
    public String name() {
        return "flags";
    }

    @Override
    public Set<String> requires() {
        return Set.of(listener);
    }

    // region contribution
    @Override
    public List<Class<?>> configurations() {
        return List.of(FlagSettings.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(binder -> RestContribution.create()
                .onListenerOf(listener)
                .withResources(FlagResource.class)
                .withProviders(UnknownFlagMapper.class)
                .bind(binder));
    }
    // endregion

    @ConfigMapping(prefix = "flags")
    interface FlagSettings {

        @Description("The state of each flag, by name.")
        Map<String, Boolean> states();
    }

    @Path("/flags/{name}")
    @Produces(MediaType.TEXT_PLAIN)
    static final class FlagResource {

        private final Map<String, Boolean> states;

        @Inject
        FlagResource(final FlagSettings settings) {
            this.states = settings.states();
        }

        @GET
        public boolean state(@PathParam("name") final String name) {
            final Boolean state = states.get(name);
            if (state == null) {
                throw new UnknownFlagException(name);
            }
            return state;
        }
    }

    static final class UnknownFlagException extends RuntimeException {

        private static final long serialVersionUID = 1;

        UnknownFlagException(final String name) {
            super("There is no flag " + name + ".");
        }
    }

    static final class UnknownFlagMapper implements ExceptionMapper<UnknownFlagException> {

        @Override
        public Response toResponse(final UnknownFlagException exception) {
            return Response.status(404).entity(exception.getMessage()).build();
        }
    }
}
