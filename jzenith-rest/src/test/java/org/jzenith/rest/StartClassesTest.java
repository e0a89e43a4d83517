package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;

/** Classes that an application does not use are not loaded, as each costs time and memory at start. */
final class StartClassesTest {

    @Path("/")
    public static final class Greeting {

        @GET
        public String greet() {
            return "Hello";
        }
    }

    static final class Main {

        public static void main(final String... args) {
            JZenith.application()
                    .withPlugins(RestPlugin.withResources(Greeting.class))
                    .withConfiguration("rest.port", 0)
                    .run();
            System.exit(0);
        }
    }

    @Test
    void theStartOfOneResourceLoadsNeitherTheValidatorNorJacksonNorTlsNorOperatorsOfStreams() throws Exception {
        final Process process = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-Xlog:class+load",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        final List<String> lines;
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines = output.lines().toList();
        }
        assertThat(process.waitFor()).isZero();
        assertThat(lines).anyMatch(line -> line.contains("Open at"));
        final String loaded =
                lines.stream().filter(line -> line.contains("source:")).collect(Collectors.joining("\n"));
        assertThat(loaded).contains("org.jzenith.rest.RestPlugin ");
        assertThat(loaded.lines().filter(line -> line.contains("org.hibernate.validator.")))
                .as("the names of fields need one interface")
                .allMatch(line -> line.contains(".PropertyNodeNameProvider "));
        assertThat(loaded.lines()
                        .filter(line -> line.contains("com.fasterxml.jackson.databind.json.JsonMapper ")
                                || line.contains("com.fasterxml.jackson.databind.ser.")
                                || line.contains("com.fasterxml.jackson.databind.deser.")
                                || line.contains("com.fasterxml.jackson.datatype.")))
                .isEmpty();
        assertThat(loaded.lines().filter(line -> line.contains("java.security.cert.CertificateFactory ")))
                .isEmpty();
        assertThat(loaded.lines().filter(line -> line.contains("FlowableGroupBy ") || line.contains("MaybeFilter ")))
                .isEmpty();
    }
}
