package org.jzenith.core;

import com.google.inject.CreationException;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.util.Modules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.wiring.DuplicateBindings;
import org.jzenith.core.internal.wiring.DuplicateBindings.Group;
import org.jzenith.core.internal.wiring.Wiring;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.plugin.ObserverProvider;
import org.jzenith.core.problem.StartException;

/** Creates the injector of an application, and one for each plugin with a qualifier, from all modules. */
final class ApplicationInjectors {

    private final List<Plugin> plugins;
    private final JZenith application;
    private final Map<String, QualifiedPlugin> qualified = new LinkedHashMap<>();

    ApplicationInjectors(final List<Plugin> plugins, final JZenith application) {
        this.plugins = plugins;
        this.application = application;
    }

    /** The bindings of the application, from all modules. */
    Wiring wiring(final CoreModule core, final Configuration configuration) {
        final List<Group> defaults = new ArrayList<>();
        final List<Group> all = new ArrayList<>();
        all.add(new Group("jZenith", core.remedies(), List.of(core)));
        for (final Plugin plugin : plugins) {
            if (plugin.qualifier().isEmpty()) {
                defaults.add(group(plugin, defaultModules(plugin)));
                all.add(group(plugin, withObservers(plugin, modules(plugin), configuration)));
            }
        }
        for (final Plugin plugin : plugins) {
            if (plugin.qualifier().isEmpty()) {
                continue;
            }
            final QualifiedPlugin own = new QualifiedPlugin(
                    plugin.qualifier(),
                    ApplicationConfiguration.types(plugin),
                    configuration.qualified(plugin.qualifier()),
                    modules(plugin),
                    defaultModules(plugin),
                    modules(defaults));
            qualified.put(plugin.name(), own);
            all.add(group(plugin, withObservers(plugin, List.of(own::bindFor), configuration)));
        }
        all.add(new Group("", Map.of(), application.modules));
        final List<Group> overriding = List.of(new Group("", Map.of(), application.overridingModules));
        final Module bindings = Modules.override(modules(defaults)).with(modules(all));
        return new Wiring(
                // Guice records all bindings once more for each override.
                application.overridingModules.isEmpty()
                        ? bindings
                        : Modules.override(bindings).with(application.overridingModules),
                () -> DuplicateBindings.of(List.of(overriding, all, defaults)));
    }

    /**
     * Creates the objects of all plugins with a qualifier.
     *
     * @throws StartException with the problems of the first plugin whose objects cannot be created
     */
    void createQualified(final Injector application) {
        try {
            for (final QualifiedPlugin own : qualified.values()) {
                own.injector(application);
            }
        } catch (final CreationException e) {
            throw new StartException(Wiring.problems(e));
        }
    }

    /** The injector that a plugin sees. */
    Injector of(final Plugin plugin, final Injector application) {
        final QualifiedPlugin own = qualified.get(plugin.name());
        return own == null ? application : own.injector(application);
    }

    private static List<Module> modules(final Plugin plugin) {
        return PluginPhases.describe(plugin, "name its modules", plugin::modules);
    }

    private static List<Module> defaultModules(final Plugin plugin) {
        return plugin instanceof final DefaultModules defaults
                ? PluginPhases.describe(plugin, "name its default modules", defaults::defaultModules)
                : List.of();
    }

    private static List<Module> withObservers(
            final Plugin plugin, final List<Module> modules, final Configuration configuration) {
        if (!(plugin instanceof final ObserverProvider provider)) {
            return modules;
        }
        final String qualifier = plugin.qualifier();
        final List<EventObserver<?>> observers = PluginPhases.describe(
                plugin,
                "name its observers",
                () -> provider.observers(qualifier.isEmpty() ? configuration : configuration.qualified(qualifier)));
        final List<Module> all = new ArrayList<>(modules);
        all.add(binder ->
                observers.forEach(each -> Observers.binder(binder).addBinding().toInstance(each)));
        return all;
    }

    private static Group group(final Plugin plugin, final List<Module> modules) {
        return new Group(
                "the plugin '" + plugin.name() + "'",
                plugin instanceof final BindingRemedies remedies
                        ? PluginPhases.describe(
                                plugin, "describe how to adjust its bindings", remedies::bindingRemedies)
                        : Map.of(),
                modules);
    }

    private static List<Module> modules(final List<Group> groups) {
        final List<Module> all = new ArrayList<>();
        for (final Group group : groups) {
            all.addAll(group.modules());
        }
        return all;
    }
}
