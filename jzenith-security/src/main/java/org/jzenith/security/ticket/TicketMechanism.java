package org.jzenith.security.ticket;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.multibindings.ProvidesIntoSet;
import jakarta.inject.Singleton;
import java.util.List;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.BuiltInMechanism;

/** Tickets as a part of {@link org.jzenith.security.SecurityPlugin}. Immutable. */
public final class TicketMechanism implements BuiltInMechanism {

    /** Creates it. */
    public TicketMechanism() {
        // its settings say all
    }

    @Override
    public String name() {
        return TicketAuthentication.NAME;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(TicketConfiguration.class);
    }

    @Override
    public Module module() {
        return new TicketModule();
    }

    private static final class TicketModule extends AbstractModule {

        @Override
        protected void configure() {
            AuthenticationMechanism.binder(binder()).addBinding().to(TicketAuthentication.class);
        }

        @Provides
        @Singleton
        Tickets tickets(final TicketConfiguration settings) {
            return new Tickets(settings);
        }

        @Provides
        @Singleton
        TicketAuthentication authentication(final Tickets tickets) {
            return new TicketAuthentication(tickets);
        }

        @ProvidesIntoSet
        @Singleton
        HttpMount mount(final Tickets tickets, final TicketConfiguration settings) {
            return HttpMount.at(settings.path(), "security", new TicketHandler(tickets, settings));
        }
    }
}
