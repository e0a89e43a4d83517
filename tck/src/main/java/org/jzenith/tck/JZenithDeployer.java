package org.jzenith.tck;

import org.jzenith.core.RunningApplication;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.List;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;

/** Deploys a WAR as an application of jZenith. */
final class JZenithDeployer implements ContainerServer.Deployer {

    /** Resources of the TCK block, and wait for each other. */
    private static final int EVENT_LOOPS = 16;

    private record Deployed(RunningApplication application) implements ContainerServer.Deployment {

        @Override
        public int port() {
            return application.port();
        }

        @Override
        public void stop() {
            application.close();
        }
    }

    @Override
    public ContainerServer.Deployment deploy(final WebArchive war) throws ReflectiveOperationException {
        final String mapping = war.mapping() == null ? "" : war.mapping();
        return new Deployed(JZenith.application()
                .withPlugins(plugin(war))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.host", "127.0.0.1")
                .withConfiguration("rest.context-path", war.contextPath() + mapping)
                .withConfiguration("rest.instances", EVENT_LOOPS)
                .withConfiguration("jzenith.event-loops", EVENT_LOOPS)
                .withConfiguration("jzenith.drain-timeout", "200ms")
                .run());
    }

    private static RestApi plugin(final WebArchive war) throws ReflectiveOperationException {
        final Classes classes = new Classes(war);
        final Application application = classes.application();
        final List<Object> extra = war.apis().stream()
                .flatMap(api -> Classes.providers(api).stream())
                .toList();
        final RestApi plugin;
        if (application == null) {
            plugin = RestPlugin.withResources(classes.resources()).withProviders(classes.providers());
        } else {
            // A servlet mapping replaces @ApplicationPath (Jakarta REST, 2.3.2); jZenith has none.
            final boolean mapped =
                    war.mapping() != null && application.getClass().isAnnotationPresent(ApplicationPath.class);
            final RestApi own = RestPlugin.withApplication(mapped ? Classes.withoutPath(application) : application);
            plugin = Classes.scans(application)
                    ? own.withResources(classes.resources()).withProviders(classes.providers())
                    : own;
        }
        final RestApi guarded = war.guardedPaths().isEmpty() ? plugin : plugin.withProviders(new BasicLogin(war));
        final RestApi all = extra.isEmpty() ? guarded : guarded.withProviders(extra.toArray());
        return war.services().isEmpty() ? all : Services.with(war, all::withServices);
    }
}
