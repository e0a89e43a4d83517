package org.jzenith.rxjava3;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.rest.RestContribution;

/**
 * The plugin that an {@code RxJava3Plugin} describes.
 *
 * @param listeners the plugins whose resources return these types
 */
record RxJava3Phases(Set<String> listeners) implements Plugin {

    @Override
    public String name() {
        return "rxjava3";
    }

    @Override
    public Set<String> requires() {
        return listeners;
    }

    @Override
    public List<Module> modules() {
        return List.of(binder -> listeners.forEach(listener -> RestContribution.create()
                .onListenerOf(listener)
                .withResults(new OtherResults())
                .bind(binder)));
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(RxJava3Hooks::install);
    }
}
