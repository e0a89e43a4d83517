package org.jzenith.core;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Set;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.WarmUp;

/**
 * A part of an application, with its contributions and its work in each phase of start and stop. A plugin that does
 * more also implements interfaces of {@link org.jzenith.core.plugin}.
 *
 * <pre>{@code
 * public final class ClockPlugin implements Plugin {
 *
 *     @Override
 *     public String name() {
 *         return "clock";
 *     }
 *
 *     @Override
 *     public List<Module> modules() {
 *         return List.of(binder -> binder.bind(Clock.class).toInstance(Clock.systemUTC()));
 *     }
 * }
 * }</pre>
 *
 * <p>The start has these phases, each for all plugins before the next one starts: {@link ConfigurationChecker}, {@link
 * ConfigurationProvider}, {@link org.jzenith.core.plugin.VertxCustomizer}, {@link #check}, {@link #prepare}, {@link
 * ListenerOpener#open}, {@link BackgroundWork}, {@link ListenerOpener#accept}. The stop goes
 * the other way, after {@link GracefulShutdown#announceStop}: {@link GracefulShutdown#drain}, {@link #close}, {@link
 * ConfigurationProvider#withdrawConfiguration}. So listeners open last and close first, regardless of the order in which the plugins were
 * added. In a training run {@link WarmUp} comes between start and stop. If startup fails half-way, each stop phase runs for the plugins
 * whose corresponding startup phase was called, including the one that failed.
 *
 * <p>With {@code --check} startup has only the phases {@link ConfigurationChecker}, {@link org.jzenith.core.plugin.VertxCustomizer} and
 * {@link #check}.
 *
 * <p>The plugins are called one after another, with two exceptions. {@link ConfigurationChecker} and {@link #check} are called for all
 * plugins at the same time. Plugins that do not require each other are prepared at the same time. The phases run on threads of RxJava that
 * may block; the returned types are subscribed there, with the time limits of {@link JZenithConfiguration}. Only {@link
 * ListenerOpener#accept} is called on the thread that starts the application, without a time limit.
 */
@CheckReturnValue
public interface Plugin extends PluginSource {

    /** Returns this plugin. */
    @Override
    default Plugin plugin() {
        return this;
    }

    /**
     * Returns the name of the plugin in reports and in {@link #requires} of other plugins. With a {@link #qualifier}, the name ends with a
     * dot and the qualifier, like the prefix of the plugin's settings.
     *
     * @return a short name, unique in the application, for example {@code rest} or {@code rest.admin}
     */
    String name();

    /**
     * Returns the name that distinguishes this plugin from others of the same kind in one application.
     *
     * <p>The qualifier follows the prefix of the plugin's settings, for example {@code postgresql.replica.host}. The plugin's unannotated
     * bindings are bound for the application with {@code @Named("replica")}, and the names of its health checks end with {@code .replica}.
     * The plugin itself does not see the qualifier: its injector has the plugin's bindings without annotation, the bindings of the
     * application, and a {@linkplain Configuration#qualified qualified} {@link Configuration}.
     *
     * @return lower-case letters, digits and hyphens; empty for the plugin without qualifier
     */
    default String qualifier() {
        return "";
    }

    /**
     * Returns the plugins that must be prepared before this plugin.
     *
     * @return names of plugins; startup fails if one of them was not added
     */
    default Set<String> requires() {
        return Set.of();
    }

    /**
     * Returns the bindings that the plugin brings. Modules do no I/O.
     *
     * @return Guice modules
     */
    default List<Module> modules() {
        return List.of();
    }

    /**
     * Returns the settings that the plugin reads; each is bound and can be injected.
     *
     * @return {@code @ConfigMapping} interfaces
     */
    default List<Class<?>> configurations() {
        return List.of();
    }

    /**
     * Returns the options that the plugin adds to the command line.
     *
     * @return options; their names must differ from those of flags, settings and other plugins' options
     */
    default List<CommandLineOption> commandLineOptions() {
        return List.of();
    }

    /**
     * Looks for mistakes that only the application's objects show, for example in resources. No plugin is prepared until the checks of all
     * plugins have succeeded, so a failed check leaves databases unmigrated. A check changes nothing outside the process and connects to
     * nothing. It acquires nothing that {@link #close} would have to release, because {@link #close} is not called after a check. It can
     * create and keep objects that {@link #prepare} or {@link ListenerOpener#open} uses. The problems of all plugins are reported together.
     * If a {@link ConfigurationChecker} has found mistakes, the check is still called, so that one report has all mistakes. In that case
     * only a {@link org.jzenith.core.problem.StartException} counts.
     *
     * @param injector the application's objects
     * @return completes if there is no mistake; a {@link org.jzenith.core.problem.StartException} holds all mistakes of
     *     this plugin, any other error is reported with the plugin's name
     */
    default Completable check(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Prepares what requests need (pools, migrations, caches). Called when the plugins that this one requires are ready, concurrently with
     * other plugins. No listener opens before all plugins are ready. The problems of all plugins are reported together.
     *
     * @param injector the application's objects
     * @return completes when ready; an error fails startup
     */
    default Completable prepare(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Releases what {@link #prepare} acquired. Called in reverse order of preparation.
     *
     * @param injector the application's objects
     * @return completes when all is released; an error is reported and the stop goes on
     */
    default Completable close(final Injector injector) {
        return Completable.complete();
    }
}
