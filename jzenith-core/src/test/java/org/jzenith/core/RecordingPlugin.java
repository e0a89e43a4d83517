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
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.ListenerOpener;

/** A plugin that writes down its phases in a shared list and does in them what a test says. */
final class RecordingPlugin
        implements Plugin, ConfigurationChecker, ConfigurationProvider, GracefulShutdown, ListenerOpener {

    private final String name;
    private final List<String> phases;
    private final Map<String, Completable> actions = new HashMap<>();
    private final List<Module> modules = new ArrayList<>();
    private Set<String> requires = Set.of();
    private Map<String, String> provided = Map.of();

    RecordingPlugin(final String name, final List<String> phases) {
        this.name = name;
        this.phases = phases;
    }

    RecordingPlugin at(final String phase, final Completable action) {
        actions.put(phase, action);
        return this;
    }

    RecordingPlugin requiring(final String... names) {
        requires = Set.of(names);
        return this;
    }

    RecordingPlugin providing(final String key, final String value) {
        provided = Map.of(key, value);
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
    public Single<Map<String, String>> provideConfiguration(final Configuration configuration) {
        return record("provide configuration").toSingleDefault(provided);
    }

    /** Written down only if a test says what to do; plugins are checked in no order. */
    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return actions.containsKey("check configuration") ? record("check configuration") : Completable.complete();
    }

    /** Written down as {@link #checkConfiguration} is. */
    @Override
    public Completable check(final Injector injector) {
        return actions.containsKey("check") ? record("check") : Completable.complete();
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
    public Completable withdrawConfiguration(final Configuration configuration) {
        return record("withdraw configuration");
    }

    private Completable record(final String phase) {
        return Completable.fromAction(() -> phases.add(name + " " + phase))
                .andThen(actions.getOrDefault(phase, Completable.complete()));
    }
}
