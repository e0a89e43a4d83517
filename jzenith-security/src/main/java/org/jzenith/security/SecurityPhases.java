package org.jzenith.security;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.OptionalConfigurations;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.internal.apikey.ApiKeyMechanism;
import org.jzenith.security.internal.authentication.AuthenticationModule;
import org.jzenith.security.internal.authentication.BuiltInMechanism;
import org.jzenith.security.internal.configuration.ApiKeyConfiguration;
import org.jzenith.security.internal.configuration.AugmentationConfiguration;
import org.jzenith.security.internal.configuration.BasicConfiguration;
import org.jzenith.security.internal.configuration.CertificateConfiguration;
import org.jzenith.security.internal.configuration.FailedAttemptsConfiguration;
import org.jzenith.security.internal.enforcement.AuthorizationConfiguration;
import org.jzenith.security.internal.enforcement.AuthorizationModule;
import org.jzenith.security.internal.enforcement.PathAccess;
import org.jzenith.security.internal.ticket.TicketConfiguration;
import org.jzenith.security.internal.ticket.TicketMechanism;
import org.jzenith.security.password.BasicMechanism;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin that a {@link SecurityPlugin} describes.
 *
 * @param mechanisms the mechanisms in the order in which they run
 * @param augmentors the bindings of the augmentors, in the order in which
 *     they run
 * @param paths decisions by path
 */
record SecurityPhases(List<BuiltInMechanism> mechanisms, List<Module> augmentors, List<PathAccess> paths)
        implements Plugin, ConfigurationChecker, OptionalConfigurations {

    private static final Logger LOGGER = LoggerFactory.getLogger(SecurityPlugin.class);

    @Override
    public String name() {
        return "security";
    }

    /** The listeners whose resource methods are checked. */
    @Override
    public Set<String> requires() {
        return Set.of(ListenerName.MAIN.plugin());
    }

    @Override
    public List<Class<?>> configurations() {
        return Stream.concat(
                        Stream.<Class<?>>of(
                                FailedAttemptsConfiguration.class,
                                AugmentationConfiguration.class,
                                AuthorizationConfiguration.class),
                        mechanisms.stream().flatMap(each -> each.configurations().stream()))
                .toList();
    }

    /** Returns the settings of mechanisms that the application has not added, each with a remedy. */
    @Override
    public Map<Class<?>, String> optionalConfigurations() {
        final Map<Class<?>, String> all = new LinkedHashMap<>();
        all.put(BasicConfiguration.class, "Add withBasicAuthentication(..) to SecurityPlugin, or remove it.");
        all.put(ApiKeyConfiguration.class, "Add withApiKeys() to SecurityPlugin, or remove it.");
        all.put(CertificateConfiguration.class, "Add withClientCertificates() to SecurityPlugin, or remove it.");
        all.put(TicketConfiguration.class, "Add withTickets() to SecurityPlugin, or remove it.");
        configurations().forEach(all::remove);
        return all;
    }

    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(BasicMechanism.hashOption(), ApiKeyMechanism.newKeyOption());
    }

    @Override
    public List<Module> modules() {
        return Stream.of(
                        Stream.<Module>of(new AuthenticationModule(), new AuthorizationModule(paths)),
                        mechanisms.stream(),
                        augmentors.stream())
                .<Module>flatMap(each -> each)
                .toList();
    }

    /** Reads the path rules of the settings. */
    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> AuthorizationModule.checkSettings(configuration));
    }

    /** Checks the mechanisms and the mounts; each listener checks its resource methods. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = new ArrayList<>(AuthorizationModule.check(injector));
            for (final BuiltInMechanism each : mechanisms) {
                try {
                    each.check(injector);
                } catch (final StartException e) {
                    problems.addAll(e.problems());
                }
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            mechanisms.forEach(each -> each.start(injector));
            warn(injector);
        });
    }

    /** Warns of rules that no user can fulfil. Tickets do not count, because another mechanism has authenticated their users. */
    private static void warn(final Injector injector) {
        final String tickets = new TicketMechanism().name();
        final List<AuthenticationMechanism> all =
                injector.getInstance(Key.get(new TypeLiteral<Set<AuthenticationMechanism>>() {})).stream()
                        .filter(mechanism -> !mechanism.name().equals(tickets))
                        .toList();
        AuthorizationModule.warning(injector, all).ifPresent(LOGGER::warn);
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(() -> mechanisms.forEach(each -> each.stop(injector)));
    }
}
