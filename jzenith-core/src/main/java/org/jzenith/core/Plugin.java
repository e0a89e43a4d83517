package org.jzenith.core;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.configuration.Configuration;

/**
 * A part that users add to their application: what it brings, and what it does at which moment of the application's
 * life.
 *
 * <p>At start the moments come in this order, each for all plugins before the next moment begins: {@link #supply},
 * {@link #prepare}, {@link #open}. At stop they come back, after {@link #announceStop}: {@link #drain}, {@link #close},
 * {@link #withdraw}. So doors
 * open last and close first, in whatever order the plugins were added. {@link #train} comes between them, in a training
 * run only. A start that fails half-way runs the same stop
 * for every plugin whose counterpart was called, also for the one that failed.
 *
 * <p>The moments are called one after another, except for {@link #prepare}: plugins that do not require each other are
 * prepared side by side. They are called on threads of RxJava that may block; the returned types are subscribed there,
 * with the time limits of {@link JZenithConfiguration}.
 */
public interface Plugin {

    /**
     * The name by which reports and other plugins call this plugin.
     *
     * @return a short name, unique in the application, for example {@code rest}
     */
    String name();

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
     * The bindings that the plugin brings for an application that has none of its own: what another plugin or the
     * application binds under the same key replaces them. Modules do no I/O.
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
     * Supplies settings that nobody configured, before anything else starts; for example the address of a database
     * started just for this application. They rank above the defaults on the interfaces and below everything else.
     *
     * @param configuration what is configured so far
     * @return key and value of each setting
     */
    default Single<Map<String, String>> supply(final Configuration configuration) {
        return Single.just(Map.of());
    }

    /**
     * Makes ready what requests will need (pools, migrations, caches). Called when the plugins that this one requires are
     * ready, beside that of others. No request comes before all plugins are ready. The problems of all plugins are
     * reported together.
     *
     * @param injector the application's objects
     * @return completes when ready; an error fails the start
     */
    default Completable prepare(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Opens the door to traffic, and adds its address to the injected {@link Endpoints}.
     *
     * @param injector the application's objects
     * @return completes when the door is open; an error fails the start
     */
    default Completable open(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Does once what the first requests will do, so that an archive of classes written at the end of the run holds what
     * they need. Called only with {@code --training-run}, when the application is open.
     *
     * @param injector the application's objects
     * @return completes when done; an error fails the run
     */
    default Completable train(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Lets clients know that the stop has begun, while the door is still open. Called before the time of {@link
     * JZenithConfiguration#stopDelay}, and before {@link #drain}, of all plugins that have opened; not for a start that
     * fails half-way.
     *
     * @param injector the application's objects
     * @return completes when they will know; an error is reported and the stop goes on
     */
    default Completable announceStop(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Closes the door: accepts no new work, lets the work in flight end, and within the limit ends what is left.
     *
     * @param injector the application's objects
     * @return completes when no work is in flight; an error is reported and the stop goes on
     */
    default Completable drain(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Releases what {@link #prepare} took. Called in reverse order of preparation.
     *
     * @param injector the application's objects
     * @return completes when all is released; an error is reported and the stop goes on
     */
    default Completable close(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Ends what {@link #supply} started.
     *
     * @param configuration the same object that was given to {@link #supply}; it tells apart the runs of a recipe that
     *     is run several times
     * @return completes when it has ended; an error is reported and the stop goes on
     */
    default Completable withdraw(final Configuration configuration) {
        return Completable.complete();
    }
}
