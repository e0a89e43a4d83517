package org.jzenith.rest.internal.bootstrap;

import com.google.inject.Injector;
import io.reactivex.Completable;
import org.jzenith.core.Plugin;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.internal.configuration.RestConfiguration;

/** Fails the start if the settings name no certificate, although the program asks for HTTPS. */
final class TlsRequirement implements Plugin {

    @Override
    public String name() {
        return "https";
    }

    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final RestConfiguration settings = injector.getInstance(RestConfiguration.class);
            if (settings.tls().certificate().isEmpty()
                    && settings.tls().keystore().isEmpty()) {
                throw new StartException(StartProblem.of(
                                "The property jakarta.ws.rs.SeBootstrap.Protocol is 'HTTPS', but there is no certificate.")
                        .from("SeBootstrap.Configuration")
                        .remedy("Set rest.tls.certificate and rest.tls.key."));
            }
        });
    }
}
