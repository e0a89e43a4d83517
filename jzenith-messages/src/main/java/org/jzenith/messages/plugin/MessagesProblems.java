package org.jzenith.messages.plugin;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.internal.configuration.TopicConfiguration;
import org.jzenith.messages.internal.topic.ConsumerDefinition;
import org.jzenith.messages.internal.topic.Engines;
import org.jzenith.messages.internal.topic.TopicUse;

/** Finds mistakes in topics and consumers before anything starts. */
final class MessagesProblems {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    private MessagesProblems() {}

    static void checkCode(final List<TopicUse> uses, final List<ConsumerDefinition> consumers) {
        final List<StartProblem> problems = new ArrayList<>();
        addDifferent(uses, problems);
        addConsumers(consumers, problems);
        throwIfAny(problems);
    }

    private static void addDifferent(final List<TopicUse> uses, final List<StartProblem> problems) {
        final Map<String, TopicUse> first = new HashMap<>();
        final Set<String> reported = new HashSet<>();
        for (final TopicUse use : uses) {
            final TopicUse other = first.putIfAbsent(use.topic().name(), use);
            final String name = use.topic().name();
            if (other == null
                    || !reported.add(name + " " + use.topic().type().getName()
                            + use.topic().isKeyed())) {
                continue;
            }
            if (!other.topic().type().equals(use.topic().type())) {
                problems.add(StartProblem.of("The topic '" + name + "' has messages of the class "
                                + other.topic().type().getName() + ", and of the class "
                                + use.topic().type().getName() + ".")
                        .from(other.line() + " and " + use.line())
                        .remedy("Declare the topic once, as a constant, or rename one of the two topics."));
            } else if (other.topic().isKeyed() != use.topic().isKeyed()) {
                problems.add(StartProblem.of("The topic '" + name + "' is declared with a key and without one.")
                        .from(other.line() + " and " + use.line())
                        .remedy("Declare the topic once, as a constant."));
            }
        }
    }

    private static void addConsumers(final List<ConsumerDefinition> consumers, final List<StartProblem> problems) {
        final Map<String, ConsumerDefinition> first = new HashMap<>();
        for (final ConsumerDefinition consumer : consumers) {
            final String topic = consumer.topic().name();
            if (!NAME.matcher(consumer.name()).matches()) {
                problems.add(StartProblem.of("A consumer of the topic '" + topic + "' cannot have the name '"
                                + consumer.name() + "'.")
                        .from(consumer.line())
                        .remedy("Use 1 to 63 lower-case letters, digits and hyphens, starting with a letter."));
            }
            final ConsumerDefinition other = first.putIfAbsent(topic + "/" + consumer.name(), consumer);
            if (other != null) {
                problems.add(StartProblem.of(
                                "The topic '" + topic + "' has two consumers with the name '" + consumer.name() + "'.")
                        .from(other.line() + " and " + consumer.line())
                        .remedy("Give each consumer of a topic its own name. Each consumer gets all messages."));
            }
        }
    }

    static void checkEngines(final List<TopicUse> uses, final Injector injector) {
        final Set<MessageEngine> engines = injector.getInstance(Key.get(new TypeLiteral<Set<MessageEngine>>() {}));
        final Configuration configuration = injector.getInstance(Configuration.class);
        final List<StartProblem> problems = new ArrayList<>();
        uses.stream().map(use -> use.topic().name()).distinct().forEach(topic -> {
            final String engine = Engines.chosen(configuration.qualified(topic).get(TopicConfiguration.class), engines);
            if (Engines.find(engine, engines) == null) {
                problems.add(missing("messages." + topic + ".over", engine, engines, configuration));
            }
        });
        throwIfAny(problems);
    }

    private static StartProblem missing(
            final String setting,
            final String engine,
            final Set<MessageEngine> engines,
            final Configuration configuration) {
        final String advice = MissingPlugins.advice("messages.over=" + engine);
        return StartProblem.of(
                        setting + " is '" + engine + "', and the application has no message engine with this name.")
                .from(configuration.origin(setting).orElse(setting))
                .remedy(
                        advice.isEmpty()
                                ? "Set it to one of: "
                                        + engines.stream()
                                                .map(MessageEngine::name)
                                                .sorted()
                                                .collect(Collectors.joining(", "))
                                        + "."
                                : advice + ".");
    }

    private static void throwIfAny(final List<StartProblem> problems) {
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }
}
