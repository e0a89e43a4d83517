package org.jzenith.core;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.reactivex.Single;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.configuration.Configuration;

/** A plugin that writes down its moments in a shared list and does in them what a test says. */
final class RecordingPlugin implements Plugin {

    private final String name;
    private final List<String> moments;
    private final Map<String, Completable> actions = new HashMap<>();
    private final List<Module> modules = new ArrayList<>();
    private Set<String> requires = Set.of();
    private Map<String, String> supplies = Map.of();

    RecordingPlugin(final String name, final List<String> moments) {
        this.name = name;
        this.moments = moments;
    }

    RecordingPlugin at(final String moment, final Completable action) {
        actions.put(moment, action);
        return this;
    }

    RecordingPlugin requiring(final String... names) {
        requires = Set.of(names);
        return this;
    }

    RecordingPlugin supplying(final String key, final String value) {
        supplies = Map.of(key, value);
        return this;
    }

    RecordingPlugin with(final Module module) {
        modules.add(module);
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> requires() {
        return requires;
    }

    @Override
    public List<Module> modules() {
        return modules;
    }

    @Override
    public Single<Map<String, String>> supply(final Configuration configuration) {
        return record("supply").toSingleDefault(supplies);
    }

    @Override
    public Completable prepare(final Injector injector) {
        return record("prepare");
    }

    @Override
    public Completable open(final Injector injector) {
        return record("open");
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return record("announce stop");
    }

    @Override
    public Completable drain(final Injector injector) {
        return record("drain");
    }

    @Override
    public Completable close(final Injector injector) {
        return record("close");
    }

    @Override
    public Completable withdraw(final Configuration configuration) {
        return record("withdraw");
    }

    private Completable record(final String moment) {
        return Completable.fromAction(() -> moments.add(name + " " + moment))
                .andThen(actions.getOrDefault(moment, Completable.complete()));
    }
}
