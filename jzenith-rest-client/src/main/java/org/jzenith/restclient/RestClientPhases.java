package org.jzenith.restclient;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.NamedConfigurations;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.restclient.internal.configuration.AllClientsConfiguration;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;

/** The plugin of one client. */
record RestClientPhases(ClientDescription client) implements Plugin, ConfigurationChecker, NamedConfigurations {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private boolean hasName() {
        return NAME.matcher(client.name()).matches();
    }

    @Override
    public String name() {
        return "rest-client." + client.name();
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(AllClientsConfiguration.class);
    }

    @Override
    public Map<String, Class<?>> namedConfigurations() {
        return hasName() ? Map.of(client.name(), RestClientConfiguration.class) : Map.of();
    }

    @Override
    public List<Module> modules() {
        return List.of(new ClientModule(client));
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = new ArrayList<>();
            if (hasName()) {
                problems.addAll(ClientProblems.of(client, configuration));
            } else {
                problems.add(StartProblem.of("A client cannot have the name '" + client.name()
                                + "', because a name may contain only lower-case letters, digits and hyphens.")
                        .from(client.line())
                        .remedy("Choose another name."));
            }
            final Class<?> type = client.type();
            if (type == null) {
                ClientProblems.addMissingLibraries(client, problems);
            } else {
                ClientProblems.addMissingInterface(client, type, problems);
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    private BoundClient bound(final Injector injector) {
        return injector.getInstance(ClientModule.key(client));
    }

    /** Reports the mistakes in the methods of the interface. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = bound(injector).problems();
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> bound(injector).open());
    }

    @Override
    public Completable close(final Injector injector) {
        return bound(injector).close();
    }
}
