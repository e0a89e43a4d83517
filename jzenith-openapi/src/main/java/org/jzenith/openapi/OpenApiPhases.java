package org.jzenith.openapi;

import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.WarmUp;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.internal.operator.OperatorAccess;
import org.jzenith.openapi.internal.configuration.OpenApiConfiguration;
import org.jzenith.openapi.internal.document.OperationIds;
import org.jzenith.rest.RestContribution;
import org.jzenith.rest.pipeline.ResourceMethods;

/**
 * The plugin that an {@link OpenApiPlugin} describes.
 *
 * @param listeners the names of the plugins that open the listeners
 */
record OpenApiPhases(List<ListenerName> listeners) implements Plugin, ConfigurationChecker, WarmUp {

    @Override
    public String name() {
        return "openapi";
    }

    @Override
    public Set<String> requires() {
        return listeners.stream().map(ListenerName::plugin).collect(Collectors.toSet());
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(OpenApiConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(binder -> {
            final Provider<Injector> injector = binder.getProvider(Injector.class);
            final Provider<OpenApiConfiguration> settings = binder.getProvider(OpenApiConfiguration.class);
            final Multibinder<HttpMount> mounts = HttpMount.binder(binder);
            listeners.forEach(listener -> {
                RestContribution.create()
                        .onListenerOf(listener.plugin())
                        .withSteps(new OperationIds())
                        .bind(binder);
                final DocumentOfListener document = new DocumentOfListener(injector, listener, isFirst(listener));
                for (final DocumentFormat format : DocumentFormat.values()) {
                    mounts.addBinding()
                            .toProvider(() -> on(
                                    listener,
                                    HttpMount.at(
                                            settings.get().path() + format.suffix(),
                                            name(),
                                            new DocumentHandler(document, format))));
                }
                mounts.addBinding().toProvider(() -> page(settings.get(), listener));
            });
            final Provider<Endpoints> endpoints = binder.getProvider(Endpoints.class);
            mounts.addBinding().toProvider(() -> {
                final HttpMount routes = HttpMount.at(
                                settings.get().path() + "/routes", name(), new RoutesHandler(injector))
                        .protectedBy(OperatorAccess.forPeople());
                return ListenerName.all(endpoints.get()).contains(ListenerName.ADMIN)
                        ? routes.onListener(ListenerName.ADMIN)
                        : routes.onNoListener();
            });
        });
    }

    /** Adds a listener to a mount. On the listener for operators, the mount is protected, because its documents are not public. */
    private static HttpMount on(final ListenerName listener, final HttpMount mount) {
        return (listener.equals(ListenerName.ADMIN) ? mount.protectedBy(OperatorAccess.forPeople()) : mount)
                .onListener(listener);
    }

    private boolean isFirst(final ListenerName listener) {
        return listener.equals(listeners.get(0));
    }

    private HttpMount page(final OpenApiConfiguration settings, final ListenerName listener) {
        final HttpMount mount = HttpMount.at(
                settings.ui().path(),
                name(),
                new PageHandler(settings.ui().path(), settings.path() + DocumentFormat.JSON.suffix()));
        return isShown(settings) ? on(listener, mount) : mount.onNoListener();
    }

    /** Returns true if the page is served. Without a setting, it is served only in development mode. */
    private static boolean isShown(final OpenApiConfiguration settings) {
        return settings.ui()
                .enabled()
                .orElseGet(() -> PageHandler.isAvailable()
                        && DevelopmentSession.current().isPresent());
    }

    /** Refuses a page that is turned on but whose files are missing. */
    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> {
            if (isShown(configuration.get(OpenApiConfiguration.class)) && !PageHandler.isAvailable()) {
                throw new StartException(
                        StartProblem.of("The page of the OpenAPI document is turned on, but its files are not on"
                                        + " the class path.")
                                .from(configuration.origin("openapi.ui.enabled").orElse("openapi.ui.enabled"))
                                .remedy("Add the dependency org.webjars:swagger-ui, whose version is in jzenith-bom."));
            }
        });
    }

    /** Refuses listeners without Jakarta REST, which have nothing to describe. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems = listeners.stream()
                    .filter(listener -> ResourceMethods.of(injector, listener).isEmpty())
                    .map(listener -> StartProblem.of("The plugin 'openapi' describes resource methods, but the plugin"
                                    + " '" + listener + "' is not a RestPlugin.")
                            .from("OpenApiPlugin")
                            .remedy("Add a RestPlugin with this name, or name other plugins in onListenersOf(..)."))
                    .toList();
            if (!problems.isEmpty()) {
                throw new StartException(problems);
            }
        });
    }

    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(
                new CommandLineOption(
                        "openapi",
                        "FILE",
                        "write the OpenAPI document to a file (.json or .yaml) and exit",
                        (injector, file) -> DocumentFiles.write(documents(injector), file)),
                new CommandLineOption(
                        "openapi-diff",
                        "FILE",
                        "compare the API with an older OpenAPI document and exit, with code 1 if a change breaks clients",
                        (injector, file) -> DocumentFiles.compare(documents(injector), file)));
    }

    /** Creates the documents, which loads many classes of Jackson and of the validator. */
    @Override
    public Completable warmUp(final Injector injector) {
        return Completable.fromAction(
                () -> documents(injector).values().forEach(each -> DocumentFormat.JSON.write(each.get())));
    }

    private Map<String, DocumentOfListener> documents(final Injector injector) {
        final Map<String, DocumentOfListener> all = new LinkedHashMap<>();
        listeners.forEach(listener ->
                all.put(listener.plugin(), new DocumentOfListener(() -> injector, listener, isFirst(listener))));
        return all;
    }
}
