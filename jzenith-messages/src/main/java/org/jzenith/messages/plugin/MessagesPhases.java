package org.jzenith.messages.plugin;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.plugin.NamedConfigurations;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Messages;
import org.jzenith.messages.internal.configuration.MessagesConfiguration;
import org.jzenith.messages.internal.configuration.TopicConfiguration;
import org.jzenith.messages.internal.consumer.ConsumerRuntime;
import org.jzenith.messages.internal.follow.FollowHub;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.TopicUse;

/**
 * The plugin for messages.
 *
 * @param topics the topics that are published or followed
 * @param attempts the number of deliveries of a message, unless a setting overrides it
 */
record MessagesPhases(List<TopicUse> topics, List<ConsumerDefinition> consumers, int attempts)
        implements Plugin,
                BackgroundWork,
                BindingRemedies,
                ConfigurationChecker,
                GracefulShutdown,
                NamedConfigurations {

    @Override
    public String name() {
        return "messages";
    }

    /** Returns all topics, including those that are only consumed. */
    private List<TopicUse> uses() {
        final List<TopicUse> all = new ArrayList<>(topics);
        consumers.forEach(each -> all.add(new TopicUse(each.topic(), each.line())));
        return all;
    }

    /** Reports settings of unknown topics as errors. */
    @Override
    public List<Class<?>> configurations() {
        return List.of(MessagesConfiguration.class);
    }

    @Override
    public Map<String, Class<?>> namedConfigurations() {
        final Map<String, Class<?>> named = new LinkedHashMap<>();
        uses().forEach(use -> named.put(use.topic().name(), TopicConfiguration.class));
        return named;
    }

    @Override
    public List<Module> modules() {
        return List.of(new MessagesModule(uses(), consumers, attempts));
    }

    @Override
    public List<CommandLineOption> commandLineOptions() {
        return DeadLetterOptions.all();
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(
                Messages.class, "Inject the Messages of the plugin. The settings of messages configure them.",
                DeadLetters.class, "Inject the DeadLetters of the plugin.");
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> MessagesProblems.checkCode(uses(), consumers));
    }

    /** Fails if a topic's engine does not exist in the application. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> MessagesProblems.checkEngines(uses(), injector));
    }

    /** Opens the topics and starts the consumers. Engines are prepared before. */
    @Override
    public Completable begin(final Injector injector) {
        return injector.getInstance(ConsumerRuntime.class).begin();
    }

    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(injector.getInstance(ConsumerRuntime.class)::announceStop);
    }

    /** Completes followers, waits for the running handlers, and commits what they have handled. */
    @Override
    public Completable drain(final Injector injector) {
        injector.getInstance(FollowHub.class).stop();
        final JZenithConfiguration times = injector.getInstance(JZenithConfiguration.class);
        return injector.getInstance(ConsumerRuntime.class).drain(times.stopDelay(), times.drainTimeout());
    }
}
