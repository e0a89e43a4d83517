package org.jzenith.kafka.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.kafka.error.KafkaException;
import org.jzenith.kafka.internal.configuration.ClientSettings;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.kafka.internal.connection.KafkaConnections;
import org.jzenith.kafka.internal.connection.KafkaErrors;

/** Reports wrong settings and errors of the first connections as startup problems. */
final class KafkaProblems {

    private static final String SERVERS = "kafka.bootstrap-servers";
    private static final String TLS = "kafka.tls";

    private final Configuration configuration;
    private final KafkaConfiguration settings;

    KafkaProblems(final Configuration configuration) {
        this.configuration = configuration;
        this.settings = configuration.get(KafkaConfiguration.class);
    }

    /**
     * Checks the settings. Blocks.
     *
     * @throws StartException with all mistakes
     */
    void check() {
        final List<StartProblem> problems = new ArrayList<>();
        settings.bootstrapServers().stream()
                .filter(each -> !isAddress(each))
                .map(this::noAddress)
                .forEach(problems::add);
        problems.addAll(KafkaConnections.securityProblems(configuration));
        if (!settings.tls().enabled()) {
            Stream.of("certificate", "key", "keystore", "trusted-certificates")
                    .map(name -> TLS + "." + name)
                    .filter(configuration::isSet)
                    .map(this::unused)
                    .forEach(problems::add);
        }
        problems.addAll(new ClientSettings(configuration).problems());
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static boolean isAddress(final String text) {
        final Authority authority = Authority.of(text.strip());
        return authority != null
                && authority.userInfo() == null
                && !authority.host().isEmpty()
                && authority.port() > 0;
    }

    private StartProblem noAddress(final String text) {
        return StartProblem.of(configuration.key(SERVERS) + " has '" + text + "', which is not host:port.")
                .from(origin(SERVERS))
                .remedy("Set it to brokers such as kafka-1.example:9092,kafka-2.example:9092.");
    }

    private StartProblem unused(final String key) {
        return StartProblem.of(configuration.key(key) + " is set, but the connections are not encrypted.")
                .from(origin(key))
                .remedy("Set " + configuration.key(TLS + ".enabled") + " to true, or remove it.");
    }

    private String origin(final String key) {
        return configuration.origin(key).orElse("the default of " + configuration.key(key));
    }

    Throwable of(final Throwable error) {
        return error instanceof StartException
                ? error
                : new StartException(problem(error).causedBy(error));
    }

    private StartProblem problem(final Throwable error) {
        final String brokers = "Kafka at " + String.join(",", settings.bootstrapServers());
        final Throwable cause = error instanceof KafkaException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof SaslAuthenticationException) {
            return StartProblem.of(brokers + " refuses the user: " + KafkaErrors.text(cause) + ".")
                    .from(origin("kafka.sasl.username"))
                    .remedy("Set " + configuration.key("kafka.sasl.username") + " and "
                            + configuration.key("kafka.sasl.password") + " to a user that the brokers know, and "
                            + configuration.key("kafka.sasl.mechanism") + " to a mechanism that they accept.");
        }
        if (cause instanceof SslAuthenticationException) {
            return StartProblem.of(brokers + " cannot be used with TLS: " + reason(cause) + ".")
                    .from(origin(TLS + ".enabled"))
                    .remedy("Set " + configuration.key(TLS + ".trusted-certificates")
                            + " to the certificate of the authority that issued the brokers' certificates, and check that "
                            + configuration.key(SERVERS) + " has the names and the TLS port of the brokers.");
        }
        final Throwable wrong = KafkaConnections.isAway(error) ? null : wrongSetting(error);
        if (wrong != null) {
            return StartProblem.of("Kafka's client refuses its settings: " + KafkaErrors.text(wrong) + ".")
                    .from(origin("kafka.client"))
                    .remedy("Correct the setting " + configuration.key("kafka.client")
                            + ".NAME that the message names, or " + configuration.key("kafka.request-timeout") + ".");
        }
        return StartProblem.of(brokers + " cannot be used; jZenith tried for "
                        + settings.connectTimeout().toMillis() + " ms: " + reason(error) + ".")
                .from(origin(SERVERS))
                .remedy("Start Kafka, or set " + configuration.key(SERVERS) + "; "
                        + configuration.key("kafka.connect-timeout") + " is how long startup waits for Kafka. With "
                        + configuration.key("kafka.required") + "=false, the application starts without it.");
    }

    /** Returns the reason with its root cause, because the library wraps the JDK's error about a certificate. */
    private static String reason(final Throwable error) {
        Throwable last = error;
        while (last.getCause() != null && last.getCause() != last) {
            last = last.getCause();
        }
        return KafkaErrors.text(error) + (last == error ? "" : ": " + KafkaErrors.text(last));
    }

    private static @Nullable Throwable wrongSetting(final Throwable error) {
        Throwable each = error;
        while (each != null && !(each instanceof ConfigException)) {
            each = each.getCause();
        }
        return each;
    }
}
