package org.jzenith.security.internal.certificate;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.RoleSource;
import org.jzenith.security.certificate.CertificateIdentities;
import org.jzenith.security.internal.authentication.BuiltInMechanism;
import org.jzenith.security.internal.configuration.CertificateConfiguration;

/** Client certificates as a part of {@link org.jzenith.security.SecurityPlugin}. Immutable. */
public final class CertificateMechanism extends AbstractModule implements BuiltInMechanism {

    private final @Nullable CertificateIdentities owners;

    /**
     * Creates it.
     *
     * @param owners decides whose a certificate is; null for the settings
     */
    public CertificateMechanism(final @Nullable CertificateIdentities owners) {
        this.owners = owners;
    }

    @Override
    public String name() {
        return CertificateAuthentication.NAME;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(CertificateConfiguration.class);
    }

    @Override
    public void check(final Injector injector) {
        final CertificateConfiguration settings = injector.getInstance(CertificateConfiguration.class);
        final List<StartProblem> problems =
                new ArrayList<>(CertificateRules.problems(settings, injector.getInstance(Configuration.class)));
        if (owners != null && !settings.roles().isEmpty()) {
            problems.add(StartProblem.of(
                            "security.client-certificates.roles is set, but code finds the owners of certificates.")
                    .from("withClientCertificates(..)")
                    .remedy("Remove the settings, or call withClientCertificates() without an argument."));
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    @Override
    protected void configure() {
        AuthenticationMechanism.binder(binder()).addBinding().to(CertificateAuthentication.class);
    }

    @Provides
    @Singleton
    CertificateAuthentication authentication(final CertificateConfiguration settings) {
        return new CertificateAuthentication(
                owners == null ? new CertificateRules(settings) : owners,
                owners == null && settings.roles().isEmpty()
                        ? new RoleSource(false, "security.client-certificates.roles is not set.")
                        : RoleSource.UNKNOWN);
    }
}
