package org.jzenith.security;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.AbstractModule;
import com.google.inject.Module;
import java.util.List;
import org.jzenith.core.Plugin;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.security.authentication.AuthenticationGuard;

/**
 * Authenticates the requests of all listeners, and decides who may call what. The mechanisms come from this plugin and from plugins that
 * require it.
 *
 * <p>Immutable.
 */
@CheckReturnValue
public final class SecurityPlugin implements Plugin {

    private SecurityPlugin() {}

    /**
     * Creates a plugin without mechanisms of its own.
     *
     * @return protects all listeners of the application
     */
    public static SecurityPlugin create() {
        return new SecurityPlugin();
    }

    @Override
    public String name() {
        return "security";
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                AuthenticationMechanism.binder(binder());
                ListenerGuard.binder(binder()).addBinding().to(AuthenticationGuard.class);
            }
        });
    }
}
