package org.jzenith.security.internal.ticket;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.ProvidesIntoSet;
import jakarta.inject.Singleton;
import java.util.List;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.internal.authentication.BuiltInMechanism;

/** Tickets as a part of {@link org.jzenith.security.SecurityPlugin}. Immutable. */
public final class TicketMechanism extends AbstractModule implements BuiltInMechanism {

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
    protected void configure() {
        bind(Tickets.class).in(Singleton.class);
        bind(TicketAuthentication.class).in(Singleton.class);
        AuthenticationMechanism.binder(binder()).addBinding().to(TicketAuthentication.class);
    }

    @ProvidesIntoSet
    @Singleton
    HttpMount mount(final Tickets tickets, final TicketConfiguration settings) {
        return HttpMount.at(settings.path(), "security", new TicketHandler(tickets, settings));
    }
}
