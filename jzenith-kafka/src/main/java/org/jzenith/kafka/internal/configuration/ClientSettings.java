package org.jzenith.kafka.internal.configuration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.core.problem.StartProblem;

/** The settings of the library that are passed through from {@code kafka.client.*}, and their mistakes. */
public final class ClientSettings {

    private static final String PREFIX = "kafka.client.";

    /** The remedies for the library's settings that jZenith sets itself, by their name, or its beginning with a dot at the end. */
    private static final Map<String, String> OWN = Map.ofEntries(
            Map.entry("bootstrap.servers", "Set kafka.bootstrap-servers instead."),
            Map.entry("bootstrap.controllers", "Set kafka.bootstrap-servers instead."),
            Map.entry("client.id", "Set kafka.client-id instead."),
            Map.entry("security.protocol", "Set kafka.tls.enabled and kafka.sasl.mechanism instead."),
            Map.entry("ssl.", "Use the settings under kafka.tls instead."),
            Map.entry("sasl.mechanism", "Set kafka.sasl.mechanism instead."),
            Map.entry("sasl.jaas.config", "Set kafka.sasl.username and kafka.sasl.password instead."),
            Map.entry("sasl.login.callback.handler.class", "Set kafka.sasl.mechanism instead."),
            Map.entry("sasl.oauthbearer.token.endpoint.url", "Set kafka.sasl.token-endpoint instead."),
            Map.entry("sasl.oauthbearer.client.credentials.client.id", "Set kafka.sasl.username instead."),
            Map.entry("sasl.oauthbearer.client.credentials.client.secret", "Set kafka.sasl.password instead."),
            Map.entry("request.timeout.ms", "Set kafka.request-timeout instead."),
            Map.entry("default.api.timeout.ms", "Set kafka.request-timeout instead."),
            Map.entry("delivery.timeout.ms", "Set kafka.request-timeout instead."),
            Map.entry("max.block.ms", "Set kafka.request-timeout instead."),
            Map.entry("buffer.memory", "Set kafka.max-send-size instead."),
            Map.entry("transaction.timeout.ms", "Set kafka.transaction.timeout instead."),
            Map.entry("transactional.id", "Remove it; Kafka.transaction(..) uses ids that start with kafka.client-id."),
            Map.entry("acks", "Remove it; all in-sync replicas confirm a record."),
            Map.entry("enable.idempotence", "Remove it; producers are idempotent."),
            Map.entry("key.serializer", "Remove it; keys are text."),
            Map.entry("value.serializer", "Remove it, and call topic(name, serializer, deserializer) of Kafka."),
            Map.entry("key.deserializer", "Remove it; keys are text."),
            Map.entry("value.deserializer", "Remove it, and call topic(name, serializer, deserializer) of Kafka."),
            Map.entry("group.id", "Remove it, and call KafkaTopic.group(name)."),
            Map.entry("group.protocol", "Remove it; consumers use the protocol 'consumer' (KIP-848)."),
            Map.entry(
                    "session.timeout.ms",
                    "Remove it, and set group.consumer.session.timeout.ms on the brokers (KIP-848)."),
            Map.entry(
                    "heartbeat.interval.ms",
                    "Remove it, and set group.consumer.heartbeat.interval.ms on the brokers (KIP-848)."),
            Map.entry(
                    "partition.assignment.strategy",
                    "Remove it, and choose a server-side assignor with kafka.client.group.remote.assignor (KIP-848)."),
            Map.entry("share.", "Remove it; consumers do not use share groups."),
            Map.entry("allow.auto.create.topics", "Remove it; jZenith's clients do not create topics."),
            Map.entry("enable.auto.commit", "Remove it; jZenith commits positions after handlers complete."),
            Map.entry(
                    "auto.offset.reset",
                    "Remove it; a new group starts at the beginning of the topic, or at its end with KafkaGroup.fromLatest()."),
            Map.entry("isolation.level", "Remove it; consumers read only committed records."));

    private final Configuration configuration;
    private final Map<String, String> values;

    /** Reads {@code kafka.client.*}. */
    public ClientSettings(final Configuration configuration) {
        this.configuration = configuration;
        this.values = Map.copyOf(configuration.get(KafkaConfiguration.class).client());
    }

    /** Returns the settings that a kind of client knows: {@code producer}, {@code consumer} or {@code admin}. */
    public Map<String, String> of(final String kind) {
        final Set<String> known = definition(kind).names();
        final Map<String, String> own = new LinkedHashMap<>(values);
        own.keySet().retainAll(known);
        return own;
    }

    private static ConfigDef definition(final String kind) {
        return switch (kind) {
            case "producer" -> ProducerConfig.configDef();
            case "consumer" -> ConsumerConfig.configDef();
            case "admin" -> AdminClientConfig.configDef();
            default -> throw new IllegalArgumentException("Kafka has no client of the kind " + kind + ".");
        };
    }

    /** Returns all mistakes: names that no client has, settings that jZenith sets, and values that the library refuses. */
    public List<StartProblem> problems() {
        final List<ConfigDef> definitions =
                List.of(definition("producer"), definition("consumer"), definition("admin"));
        final Set<String> known = new TreeSet<>();
        definitions.forEach(each -> known.addAll(each.names()));
        final Map<String, StartProblem> problems = new TreeMap<>();
        values.keySet().forEach(name -> {
            final String instead = insteadOf(name);
            if (instead != null) {
                problems.put(name, problem(name, "is set, but jZenith sets " + name + " itself.", instead));
            } else if (!known.contains(name)) {
                final List<String> nearest = Suggestions.nearest(name, known).stream()
                        .map(each -> PREFIX + each)
                        .toList();
                problems.put(
                        name,
                        problem(
                                name,
                                "is set, but no Kafka client has a setting " + name + ".",
                                Suggestions.question("", nearest, "Remove it.")));
            }
        });
        definitions.forEach(each -> each.validate(values).forEach(value -> addInvalid(value, problems)));
        return List.copyOf(problems.values());
    }

    private static @Nullable String insteadOf(final String name) {
        return OWN.entrySet().stream()
                .filter(each ->
                        each.getKey().endsWith(".") ? name.startsWith(each.getKey()) : name.equals(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private void addInvalid(final ConfigValue value, final Map<String, StartProblem> problems) {
        if (values.containsKey(value.name()) && !value.errorMessages().isEmpty()) {
            problems.putIfAbsent(
                    value.name(),
                    problem(
                            value.name(),
                            "is not valid: " + String.join(" ", value.errorMessages()) + ".",
                            "For allowed values, see the documentation of Kafka's client settings."));
        }
    }

    private StartProblem problem(final String name, final String what, final String remedy) {
        final String key = PREFIX + name;
        return StartProblem.of(configuration.key(key) + " " + what)
                .from(configuration.origin(key).orElse(null))
                .remedy(remedy);
    }
}
