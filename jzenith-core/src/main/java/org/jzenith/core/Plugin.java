package org.jzenith.core;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;

/**
 * A part that users add to their application: what it brings, and what it does in each phase of start and stop.
 *
 * <p>The start has these phases, each for all plugins before the next one begins: {@link #checkConfiguration}, {@link
 * #provideConfiguration}, {@link #check}, {@link #prepare}, {@link #open}, {@link #begin}. The stop goes the other way, after
 * {@link #announceStop}: {@link #drain}, {@link #close}, {@link #withdrawConfiguration}. So listeners open last and close first,
 * in whatever order the plugins were added. In a training run {@link #warmUp} comes between start and stop. A start that
 * fails half-way runs the same stop for every plugin whose counterpart was called, also for the one that failed.
 *
 * <p>With {@code --check} the start has the phases {@link #checkConfiguration} and {@link #check} only.
 *
 * <p>The plugins are called one after another, with three exceptions. {@link #checkConfiguration} and {@link #check} are
 * called for all plugins at the same time. Plugins that do not require each other are prepared at the same time. All are
 * called on threads of RxJava that may block; the returned types are subscribed there, with the time limits of {@link
 * JZenithConfiguration}.
 */
@CheckReturnValue
public interface Plugin {

    /**
     * The name of the plugin in reports and in {@link #requires} of other plugins. With a {@link #qualifier} it ends with
     * a dot and the qualifier, like the prefix of its settings.
     *
     * @return a short name, unique in the application, for example {@code rest} or {@code rest.admin}
     */
    String name();

    /**
     * What distinguishes this plugin from others of the same kind in one application.
     *
     * <p>The settings of a plugin with the qualifier {@code replica} have it behind their prefix: {@code
     * postgresql.replica.host}. What its modules bind without a binding annotation is bound for the application with
     * {@code @Named("replica")}; the names of its health checks end with {@code .replica}. The plugin itself sees none of
     * this: the injector that it is given has its own bindings without annotation, and those of the application, and the
     * {@link Configuration} in it is {@linkplain Configuration#qualified qualified}.
     *
     * @return lower-case letters, digits and hyphens; empty for the plugin without qualifier
     */
    default String qualifier() {
        return "";
    }

    /**
     * The plugins whose {@link #prepare} must be complete before this one's is called.
     *
     * @return names of plugins; one that was not added fails the start
     */
    default Set<String> requires() {
        return Set.of();
    }

    /**
     * The bindings that the plugin brings. Modules do no I/O.
     *
     * @return Guice modules
     */
    default List<Module> modules() {
        return List.of();
    }

    /**
     * What an application does instead of binding a type that {@link #modules} bind. An application that binds such a type
     * does not start; the report has the sentence of the type.
     *
     * @return type and complete sentences, for example how the object of the plugin is adjusted
     */
    default Map<Class<?>, String> bindingRemedies() {
        return Map.of();
    }

    /**
     * The default bindings of the plugin: a binding of another plugin or of the application for the same key replaces
     * them. Modules do no I/O.
     *
     * @return Guice modules
     */
    default List<Module> defaultModules() {
        return List.of();
    }

    /**
     * The settings that the plugin reads; each is bound and can be injected.
     *
     * @return {@code @ConfigMapping} interfaces
     */
    default List<Class<?>> configurations() {
        return List.of();
    }

    /**
     * The options that the plugin adds to the command line.
     *
     * @return options whose names no other plugin, no flag and no setting has
     */
    default List<CommandLineOption> commandLineOptions() {
        return List.of();
    }

    /**
     * The settings of parts of the plugin that have names. The name stands behind the prefix, as a {@link #qualifier} does:
     * those of the part {@code report} are {@code jobs.report.cron} and so on. They are read with {@code
     * configuration.qualified(name).get(type)}. Only for a plugin without qualifier.
     *
     * @return a {@code @ConfigMapping} interface by the name: lower-case letters, digits and hyphens
     */
    default Map<String, Class<?>> namedConfigurations() {
        return Map.of();
    }

    /**
     * The settings of the listener that the plugin opens. In development mode clients connect to the configured address
     * while the application itself listens elsewhere.
     *
     * @return what stands before the keys {@code host} and {@code port}, without qualifier, for example {@code rest};
     *     empty for a plugin without listener
     */
    default Optional<String> listener() {
        return Optional.empty();
    }

    /**
     * Looks for mistakes in what the plugin was given in code, and in settings, that the interfaces of {@link
     * #configurations} do not find. Called before anything starts. It changes nothing and connects to nothing. The
     * problems of all plugins are reported together.
     *
     * @param configuration what is configured, without what plugins provide
     * @return completes if there is no mistake; a {@link org.jzenith.core.problem.StartException} holds all mistakes of
     *     this plugin, any other error is reported with the plugin's name
     */
    default Completable checkConfiguration(final Configuration configuration) {
        return Completable.complete();
    }

    /**
     * Provides settings that are not configured, before anything else starts; for example the address of a database that
     * the plugin starts for this application alone. They rank above the defaults on the interfaces and below every other
     * source.
     *
     * @param configuration what is configured so far
     * @return key and value of each setting
     */
    default Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
        return Single.just(Map.of());
    }

    /**
     * The same as {@link #provideConfiguration(Configuration)}, in development mode. A plugin that starts a server for the
     * application alone keeps it here, so that the server and its data survive the restarts.
     *
     * @param configuration what is configured so far
     * @param session keeps what survives a restart
     * @return key and value of each setting
     */
    default Single<Map<String, String>> provideConfiguration(
            final Configuration configuration, final DevelopmentSession session) {
        return provideConfiguration(configuration);
    }

    /**
     * Looks for mistakes that only the application's objects show, for example in resources. No plugin is prepared before
     * the checks of all plugins have ended without a problem, so a start that they refuse has migrated no database. A check
     * reads; it changes nothing outside the process, connects to nothing, and acquires nothing that {@link #close} would
     * have to release, because {@link #close} is not called after it. It may make and keep objects that {@link #prepare} or
     * {@link #open} uses. The problems of all plugins are reported together. It is called also where a {@link
     * #checkConfiguration} has found mistakes, so that one report has all of them; then only what is thrown as a {@link
     * org.jzenith.core.problem.StartException} counts.
     *
     * @param injector the application's objects
     * @return completes if there is no mistake; a {@link org.jzenith.core.problem.StartException} holds all mistakes of
     *     this plugin, any other error is reported with the plugin's name
     */
    default Completable check(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Prepares what requests need (pools, migrations, caches). Called when the plugins that this one requires are ready,
     * concurrently with others. No listener opens before all plugins are ready. The problems of all plugins are reported
     * together.
     *
     * @param injector the application's objects
     * @return completes when ready; an error fails the start
     */
    default Completable prepare(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Opens the listener, and adds its address to the injected {@link Endpoints}.
     *
     * @param injector the application's objects
     * @return completes when the listener is open; an error fails the start
     */
    default Completable open(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Begins what the application does by itself, such as jobs. Called when all listeners are open; not in a training run.
     *
     * @param injector the application's objects
     * @return completes when it has begun; an error fails the start
     */
    default Completable begin(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Does once what requests do, so that a class archive (AppCDS, AOT cache) written at the end of the run holds the
     * classes that they need. Called only with {@code --training-run}, when all listeners are open.
     *
     * @param injector the application's objects
     * @return completes when done; an error fails the run
     */
    default Completable warmUp(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Tells clients that the stop has begun, while the listener is still open. Called for all plugins that have opened,
     * before {@link JZenithConfiguration#stopDelay} and {@link #drain}; not after a start that failed half-way.
     *
     * @param injector the application's objects
     * @return completes when the clients are told; an error is reported and the stop goes on
     */
    default Completable announceStop(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Closes the listener: accepts no new requests, lets those in flight end, and ends what is left at the time limit.
     *
     * @param injector the application's objects
     * @return completes when no request is in flight; an error is reported and the stop goes on
     */
    default Completable drain(final Injector injector) {
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

    /**
     * Ends what {@link #provideConfiguration} started.
     *
     * @param configuration the same object that was given to {@link #provideConfiguration}; it distinguishes the runs of a
     *     builder that runs several times
     * @return completes when it has ended; an error is reported and the stop goes on
     */
    default Completable withdrawConfiguration(final Configuration configuration) {
        return Completable.complete();
    }
}
