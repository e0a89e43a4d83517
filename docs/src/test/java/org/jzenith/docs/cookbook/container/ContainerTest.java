package org.jzenith.docs.cookbook.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.yaml.snakeyaml.Yaml;

/** Tests that docs/cookbook/kubernetes.md and docs/cookbook/docker.md name existing paths, settings and JVM options. */
final class ContainerTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() ->
            JZenith.application().withPlugins(RestPlugin.withResources(PingResource.class), PostgresqlPlugin.create()));

    /** The application. */
    @jakarta.ws.rs.Path("/ping")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class PingResource {

        @GET
        public String ping() {
            return "pong";
        }
    }

    private static String file(final String name) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(ContainerTest.class.getResourceAsStream("/cookbook/container/" + name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JsonNode pod() throws IOException {
        final Object deployment =
                new Yaml().loadAll(file("shop.yaml")).iterator().next();
        return new ObjectMapper().valueToTree(deployment).at("/spec/template/spec");
    }

    @Test
    void theProbesAskPathsThatAnswer() throws IOException {
        final JsonNode container = pod().at("/containers/0");
        for (final String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            final String path = container.at("/" + probe + "/httpGet/path").asText();
            assertThat(APP.http().get(path).status()).as(probe).isEqualTo(200);
        }
    }

    @Test
    void theVariablesAreSettings() throws IOException {
        final String keys = APP.get(Configuration.class).help();
        final List<String> variables = new ArrayList<>();
        final Matcher key = Pattern.compile("--([a-z0-9.-]+) ").matcher(keys);
        while (key.find()) {
            variables.add(key.group(1).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"));
        }
        assertThat(variables)
                .containsAll(pod().at("/containers/0/env").findValuesAsText("name").stream()
                        .filter(name -> !name.equals("shop-db"))
                        .toList());
    }

    @Test
    void aNewVersionAndADrainOfNodesLeaveEnoughReplicas() throws IOException {
        final List<JsonNode> objects = new ArrayList<>();
        new Yaml().loadAll(file("shop.yaml")).forEach(each -> objects.add(new ObjectMapper().valueToTree(each)));
        assertThat(objects)
                .extracting(each -> each.get("kind").asText())
                .containsExactly("Deployment", "Service", "PodDisruptionBudget");
        final JsonNode deployment = objects.get(0).get("spec");
        final JsonNode budget = objects.get(2).get("spec");
        assertThat(deployment.at("/strategy/rollingUpdate/maxUnavailable").asInt())
                .isZero();
        assertThat(budget.get("selector")).isEqualTo(deployment.get("selector"));
        assertThat(deployment.get("replicas").asInt()
                        - budget.get("maxUnavailable").asInt())
                .isEqualTo(2);
    }

    @Test
    void theGracePeriodIsLongerThanTheStop() throws IOException {
        final Configuration configuration = APP.get(Configuration.class);
        final Duration longest = Stream.of("jzenith.drain-timeout", "jzenith.close-timeout", "jzenith.close-timeout")
                .map(key -> Duration.parse("PT" + configuration.value(key).orElseThrow()))
                .reduce(Duration.ofSeconds(5), Duration::plus);
        assertThat(Duration.ofSeconds(pod().get("terminationGracePeriodSeconds").asLong()))
                .isGreaterThan(longest);
    }

    @Test
    void theJvmKnowsItsOptions() throws IOException, InterruptedException {
        final String entry = file("Dockerfile")
                .replace("\\\n", "")
                .lines()
                .filter(line -> line.startsWith("ENTRYPOINT "))
                .findFirst()
                .orElseThrow();
        final List<String> command = new ArrayList<>();
        new ObjectMapper()
                .readTree(entry.substring("ENTRYPOINT ".length()))
                .forEach(word -> command.add(word.asText()));
        assertThat(command).startsWith("java").endsWith("-jar", "/app/shop.jar");
        command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.subList(command.size() - 2, command.size()).clear();
        command.add("-version");
        final Process java = new ProcessBuilder(command).inheritIO().start();
        assertThat(java.waitFor()).isZero();
    }
}
