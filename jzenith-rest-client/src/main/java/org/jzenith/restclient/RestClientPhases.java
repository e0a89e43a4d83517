package org.jzenith.restclient;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.jzenith.restclient.configuration.AllClientsConfiguration;
import org.jzenith.restclient.configuration.RestClientConfiguration;
import org.jzenith.restclient.method.ClientInterface;

/** The plugin of one client. */
final class RestClientPhases implements Plugin, ConfigurationChecker, NamedConfigurations {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private final ClientDescription client;
    private final ClientModule module;

    RestClientPhases(final ClientDescription client) {
        this.client = client;
        this.module = new ClientModule(client);
    }

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
        return List.of(module);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = new ArrayList<>();
            if (hasName()) {
                problems.addAll(ClientProblems.of(client.name(), configuration));
            } else {
                problems.add(StartProblem.of("A client cannot have the name '" + client.name()
                                + "', because it is not made of lower-case letters, digits and hyphens.")
                        .from(client.line())
                        .remedy("Give the client another name."));
            }
            final Class<?> type = client.type();
            if (type == null) {
                ClientProblems.addMissingLibraries(client, problems);
            } else {
                ClientInterface.compile(
                        type,
                        new ClientInterface.Parts(
                                client.name(), client.line(), client.converters(), ObjectMapper::new, 1),
                        problems);
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    @Override
    public Completable close(final Injector injector) {
        return module.close();
    }
}
