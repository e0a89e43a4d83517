package org.jzenith.kafka.internal.connection;

import io.smallrye.config.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.SaslConfigs;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.kafka.internal.configuration.KafkaConfiguration;
import org.jzenith.kafka.internal.configuration.SaslMechanism;

/** The authentication of this application, as the library's login modules take it. Immutable. */
final class SaslSettings {

    private static final String SECURITY = "org.apache.kafka.common.security.";

    /** The library fetches tokens only from a URL that this property of the JVM allows, with commas between several. */
    private static final String ALLOWED_URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    private final KafkaConfiguration.Sasl settings;

    SaslSettings(final KafkaConfiguration.Sasl settings) {
        this.settings = settings;
    }

    boolean isOn() {
        return settings.mechanism().isPresent();
    }

    private boolean isOauth() {
        return settings.mechanism().filter(SaslMechanism.OAUTHBEARER::equals).isPresent();
    }

    /** Adds the settings of the library. */
    void addTo(final Map<String, Object> library) {
        if (settings.mechanism().isEmpty()) {
            return;
        }
        final String mechanism = settings.mechanism().get();
        final String username = settings.username().orElse("");
        final String password = settings.password().map(Secret::get).orElse("");
        library.put(SaslConfigs.SASL_MECHANISM, mechanism);
        if (isOauth()) {
            final String endpoint =
                    settings.tokenEndpoint().map(Object::toString).orElse("");
            library.put(SaslConfigs.SASL_JAAS_CONFIG, SECURITY + "oauthbearer.OAuthBearerLoginModule required;");
            library.put(
                    SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS,
                    SECURITY + "oauthbearer.OAuthBearerLoginCallbackHandler");
            // The library's defaults look for the class of a validator of brokers, which applications do not have.
            library.putIfAbsent(
                    SaslConfigs.SASL_OAUTHBEARER_JWT_RETRIEVER_CLASS,
                    SECURITY + "oauthbearer.ClientCredentialsJwtRetriever");
            library.putIfAbsent(
                    SaslConfigs.SASL_OAUTHBEARER_JWT_VALIDATOR_CLASS, SECURITY + "oauthbearer.ClientJwtValidator");
            library.put(SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL, endpoint);
            library.put(SaslConfigs.SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_ID, username);
            library.put(SaslConfigs.SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_SECRET, password);
        } else {
            library.put(
                    SaslConfigs.SASL_JAAS_CONFIG,
                    SECURITY + (mechanism.equals("PLAIN") ? "plain.PlainLoginModule" : "scram.ScramLoginModule")
                            + " required username=" + quoted(username) + " password=" + quoted(password) + ";");
        }
    }

    private static String quoted(final String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + '"';
    }

    /** Returns all mistakes. */
    List<StartProblem> problems(final Configuration configuration) {
        final Map<String, Boolean> set = new TreeMap<>();
        set.put("kafka.sasl.username", settings.username().isPresent());
        set.put("kafka.sasl.password", settings.password().map(Secret::get).isPresent());
        set.put("kafka.sasl.token-endpoint", settings.tokenEndpoint().isPresent());
        final Set<String> needed =
                !isOn() ? Set.of() : isOauth() ? set.keySet() : Set.of("kafka.sasl.username", "kafka.sasl.password");
        final List<StartProblem> problems = new ArrayList<>();
        set.forEach((key, isSet) -> {
            if (isSet && !needed.contains(key)) {
                problems.add(StartProblem.of(configuration.key(key) + " is set, but is not used without "
                                + configuration.key("kafka.sasl.mechanism")
                                + (isOn() ? "=" + SaslMechanism.OAUTHBEARER : "") + ".")
                        .from(configuration.origin(key).orElse(null))
                        .remedy("Set " + configuration.key("kafka.sasl.mechanism") + ", or remove the setting."));
            } else if (!isSet && needed.contains(key)) {
                problems.add(StartProblem.of(configuration.key("kafka.sasl.mechanism") + " is "
                                + settings.mechanism().orElse("") + ", but " + configuration.key(key) + " is not set.")
                        .from(configuration.origin("kafka.sasl.mechanism").orElse(null))
                        .remedy("Set " + configuration.key(key) + "."));
            }
        });
        settings.tokenEndpoint().map(Object::toString).ifPresent(url -> {
            if (isOauth()
                    && !List.of(System.getProperty(ALLOWED_URLS, "").split("[, ]+", -1))
                            .contains(url)) {
                problems.add(StartProblem.of("Kafka's client refuses to fetch tokens from " + url
                                + ", because no JVM property allows this URL.")
                        .from(configuration.origin("kafka.sasl.token-endpoint").orElse(null))
                        .remedy("Start the JVM with -D" + ALLOWED_URLS + "=" + url + "."));
            }
        });
        return problems;
    }
}
