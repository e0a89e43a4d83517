package org.jzenith.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.leak.Polling;
import org.jzenith.test.internal.leak.ThreadLeaks;
import org.jzenith.test.internal.log.LogLines;

/** The applications of a test or a class of tests, which end with all their threads after it, by {@code @AutoClose}. */
final class TestApplications implements AutoCloseable {

    private final List<RunningApplication> applications = new ArrayList<>();
    private final ThreadLeaks leaks;

    TestApplications() {
        // The threads of the clients of the shared broker stay.
        SharedBroker.client();
        leaks = ThreadLeaks.beforeStart();
    }

    /** Returns an application that uses a broker; its stop waits for the end of a fetch. */
    static JZenith recipe(final String servers) {
        return JZenith.application()
                .withPlugins(KafkaPlugin.create())
                .withConfiguration("kafka.bootstrap-servers", servers)
                .withConfiguration("kafka.client.fetch.max.wait.ms", 50);
    }

    /** Returns an application that uses the shared broker. */
    static JZenith recipe() {
        return recipe(SharedBroker.client().servers());
    }

    RunningApplication run(final JZenith recipe) {
        final RunningApplication application = recipe.run();
        applications.add(application);
        return application;
    }

    /** Returns one in the order of their start, from 0. */
    RunningApplication get(final int index) {
        return applications.get(index);
    }

    /** Returns what gauges of an application with a name count; -1 if it has none. */
    static long gauge(final RunningApplication application, final String name) {
        return application.get(Gauges.class).all().stream()
                .filter(each -> each.name().equals(name))
                .mapToLong(Gauge::used)
                .findFirst()
                .orElse(-1);
    }

    /** Returns if a line contains a text. A line starts with its level. */
    static boolean hasLogged(final LogLines log, final String part) {
        return log.events().stream()
                .anyMatch(event -> (event.getLevel() + " " + event.getFormattedMessage()).contains(part));
    }

    void awaitNoThreads() {
        assertThat(new Polling(Duration.ofSeconds(20)).remaining(this::threads))
                .as("threads left behind")
                .isEmpty();
    }

    /** A frozen proxy keeps its connections. */
    private List<String> threads() {
        return leaks.left().stream()
                .filter(each -> !each.contains(UnreliableProxy.class.getName()))
                .toList();
    }

    @Override
    public void close() {
        applications.forEach(RunningApplication::close);
        awaitNoThreads();
    }
}
