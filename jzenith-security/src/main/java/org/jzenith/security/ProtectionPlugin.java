package org.jzenith.security;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.apikey.ApiKeyMechanism;
import org.jzenith.security.authentication.AugmentationConfiguration;
import org.jzenith.security.authentication.AuthenticationModule;
import org.jzenith.security.authentication.BuiltInMechanism;
import org.jzenith.security.authentication.FailedAttemptsConfiguration;
import org.jzenith.security.enforcement.AuthorizationConfiguration;
import org.jzenith.security.enforcement.AuthorizationModule;
import org.jzenith.security.enforcement.PathAccess;
import org.jzenith.security.password.BasicMechanism;

/**
 * The plugin that a {@link SecurityPlugin} describes.
 *
 * @param mechanisms the mechanisms in the order in which they are asked
 * @param augmentors the bindings of the augmentors, in the order in which they are asked
 * @param paths decisions by path
 */
record ProtectionPlugin(List<BuiltInMechanism> mechanisms, List<Module> augmentors, List<PathAccess> paths)
        implements Plugin, ConfigurationChecker {

    @Override
    public String name() {
        return "security";
    }

    /** The listeners, whose resource methods are looked at. */
    @Override
    public Set<String> requires() {
        return Set.of("rest");
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

    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(BasicMechanism.hashOption(), ApiKeyMechanism.newKeyOption());
    }

    @Override
    public List<Module> modules() {
        return Stream.of(
                        Stream.<Module>of(new AuthenticationModule(), new AuthorizationModule(paths)),
                        mechanisms.stream().map(BuiltInMechanism::module),
                        augmentors.stream())
                .flatMap(each -> each)
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
        return Completable.fromAction(() -> mechanisms.forEach(each -> each.start(injector)));
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(() -> mechanisms.forEach(each -> each.stop(injector)));
    }
}
