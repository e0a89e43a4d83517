package org.jzenith.rest.internal.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.SeBootstrap.Configuration.SSLClientAuthentication;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.ext.RuntimeDelegate;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.junit.jupiter.api.Test;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.RunningApplication;

/** {@code SeBootstrap} of Jakarta REST 3.1 starts an application of jZenith. */
final class SeBootstrapTest {

    @ApplicationPath("shop")
    public static final class Shop extends Application {

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Books.class);
        }
    }

    @Path("books")
    public static final class Books {

        @GET
        @Produces("text/plain")
        public String all() {
            return "two books";
        }
    }

    public static final class Nothing extends Application {}

    // region start
    static CompletionStage<SeBootstrap.Instance> shop(final int port) {
        return SeBootstrap.start(
                new Shop(), SeBootstrap.Configuration.builder().port(port).build());
    }
    // endregion

    private static SeBootstrap.Configuration.Builder anyPort() {
        return SeBootstrap.Configuration.builder().port(SeBootstrap.Configuration.FREE_PORT);
    }

    private static SeBootstrap.Instance start(final SeBootstrap.Configuration configuration) throws Exception {
        return SeBootstrap.start(new Shop(), configuration)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private static void stop(final SeBootstrap.Instance instance) throws Exception {
        instance.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static String get(final URI uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void startsOnAFreePortOfTheLoopbackAddressAndSaysWhich() throws Exception {
        final SeBootstrap.Instance instance = start(anyPort().build());
        try {
            final SeBootstrap.Configuration actual = instance.configuration();
            assertThat(actual.protocol()).isEqualTo("HTTP");
            assertThat(actual.host()).isEqualTo("localhost");
            assertThat(actual.port()).isPositive();
            assertThat(actual.rootPath()).isEqualTo("/");
            assertThat(actual.sslContext()).isNotNull();
            assertThat(actual.sslClientAuthentication()).isEqualTo(SSLClientAuthentication.NONE);
            assertThat(get(actual.baseUriBuilder().path("shop/books").build())).isEqualTo("two books");
        } finally {
            stop(instance);
        }
    }

    @Test
    void resteasyHasOurRuntimeDelegateAsItsFactory() {
        assertThat(RuntimeDelegate.getInstance())
                .as("The META-INF/services of jzenith-rest must come before RESTEasy's on the class path")
                .isInstanceOf(JZenithRuntimeDelegate.class)
                .as("RESTEasy has changed: its factory is no longer the RuntimeDelegate of the API")
                .isInstanceOf(ResteasyProviderFactory.class);
    }

    @Test
    void aClassIsStartedAsAnObjectIs() throws Exception {
        final SeBootstrap.Instance instance = SeBootstrap.start(
                        Shop.class, anyPort().build())
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        try {
            assertThat(get(instance.configuration()
                            .baseUriBuilder()
                            .path("shop/books")
                            .build()))
                    .isEqualTo("two books");
        } finally {
            stop(instance);
        }
    }

    @Test
    void theRootPathStandsBeforeThatOfTheApplication() throws Exception {
        final SeBootstrap.Instance instance =
                start(anyPort().rootPath("root/path").build());
        try {
            final int port = instance.configuration().port();
            assertThat(get(URI.create("http://localhost:" + port + "/root/path/shop/books")))
                    .isEqualTo("two books");
        } finally {
            stop(instance);
        }
    }

    @Test
    void severalSlashesOfTheRootPathAreOne() throws Exception {
        final SeBootstrap.Instance instance =
                start(anyPort().rootPath("/root//path").build());
        try {
            assertThat(instance.configuration().rootPath()).isEqualTo("/root/path");
            assertThat(get(instance.configuration()
                            .baseUriBuilder()
                            .path("shop/books")
                            .build()))
                    .isEqualTo("two books");
        } finally {
            stop(instance);
        }
    }

    @ApplicationPath("/{tenant}")
    public static final class Tenant extends Application {

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Books.class);
        }
    }

    @Test
    void parametersBelongToThePathsOfResources() {
        assertThatThrownBy(() -> start(anyPort().rootPath("/{tenant}").build()))
                .hasMessageContaining("SeBootstrap.RootPath is '/{tenant}'. A root path cannot have parameters.")
                .hasMessageContaining("Set it to a path without braces");
        assertThatThrownBy(() -> SeBootstrap.start(new Tenant(), anyPort().build())
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS))
                .hasMessageContaining("The @ApplicationPath is '/{tenant}', but it cannot have parameters.")
                .hasMessageContaining(Tenant.class.getName());
    }

    @Test
    void theConsumerIsCalledAlsoIfTheStopFails() throws Exception {
        final SeBootstrap.Instance instance = start(anyPort().build());
        try {
            final CompletableFuture<SeBootstrap.Instance.StopResult> told = new CompletableFuture<>();
            final CompletableFuture<Throwable> failure = new CompletableFuture<>();
            instance.unwrap(RunningApplication.class).get(Vertx.class).runOnContext(onEventLoop -> {
                try {
                    ((ApplicationInstance) instance).stopThen(told::complete);
                } catch (final IllegalStateException e) {
                    failure.complete(e);
                }
            });
            assertThat(failure.get(60, TimeUnit.SECONDS)).hasMessageContaining("event loop");
            assertThat(told).isCompleted();
        } finally {
            stop(instance);
        }
    }

    @Test
    void theGivenPortIsTaken() throws Exception {
        final int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        final SeBootstrap.Instance instance = shop(port).toCompletableFuture().get(60, TimeUnit.SECONDS);
        try {
            assertThat(instance.configuration().port()).isEqualTo(port);
            assertThat(get(URI.create("http://localhost:" + port + "/shop/books")))
                    .isEqualTo("two books");
        } finally {
            stop(instance);
        }
    }

    @Test
    void withoutAPortTheDefaultOfTheConfigurationCounts() {
        assertThat(SeBootstrap.Configuration.builder().build().port())
                .isEqualTo(SeBootstrap.Configuration.DEFAULT_PORT);
        assertThat(ApplicationInstance.settings(BootstrapConfiguration.of(
                        SeBootstrap.Configuration.builder().build())))
                .containsEntry("rest.host", "localhost")
                .doesNotContainKey("rest.port");
    }

    @Test
    void propertiesComeFromOtherConfigurationsAndUnknownOnesAreIgnored() throws Exception {
        final SeBootstrap.Configuration.Builder builder = SeBootstrap.Configuration.builder()
                .<Object>from((name, type) -> name.equals(SeBootstrap.Configuration.PORT)
                        ? Optional.of(SeBootstrap.Configuration.FREE_PORT)
                        : Optional.empty())
                .from(new Object())
                .property("a.name.that.nothing.knows", "a value")
                .host("127.0.0.1")
                .rootPath("/left-out")
                .rootPath(null);
        final SeBootstrap.Configuration other = builder.build();
        final SeBootstrap.Instance instance = start(
                SeBootstrap.Configuration.builder().from(new Delegating(other)).build());
        try {
            assertThat(instance.configuration().host()).isEqualTo("127.0.0.1");
            assertThat(get(URI.create(
                            "http://127.0.0.1:" + instance.configuration().port() + "/shop/books")))
                    .isEqualTo("two books");
        } finally {
            stop(instance);
        }
    }

    /** A configuration of somebody else. */
    private record Delegating(SeBootstrap.Configuration configuration) implements SeBootstrap.Configuration {

        @Override
        public Object property(final String name) {
            return configuration.property(name);
        }
    }

    @Test
    void aConfigurationOfSomebodyElseIsTakenAsItIs() throws Exception {
        final SeBootstrap.Instance instance = start(new Delegating(anyPort().build()));
        try {
            assertThat(instance.configuration().port()).isPositive();
        } finally {
            stop(instance);
        }
    }

    @Test
    void theInstanceIsAnApplicationOfJZenithAndStopsIt() throws Exception {
        final SeBootstrap.Instance instance = start(anyPort().build());
        final RunningApplication application = instance.unwrap(RunningApplication.class);
        assertThat(application.get(ApplicationState.class).phase()).isEqualTo(ApplicationState.Phase.RUNNING);
        final SeBootstrap.Instance.StopResult result =
                instance.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(result.unwrap(Object.class)).isNull();
        assertThat(application.get(ApplicationState.class).phase()).isEqualTo(ApplicationState.Phase.STOPPED);
        assertThatThrownBy(() -> get(URI.create(
                        "http://localhost:" + instance.configuration().port() + "/shop/books")))
                .isInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> instance.unwrap(String.class)).isInstanceOf(ClassCastException.class);
    }

    @Test
    void twoInstancesRunAtTheSameTime() throws Exception {
        final SeBootstrap.Instance first = start(anyPort().build());
        final SeBootstrap.Instance second = start(anyPort().build());
        try {
            stop(first);
            assertThat(get(second.configuration()
                            .baseUriBuilder()
                            .path("shop/books")
                            .build()))
                    .isEqualTo("two books");
        } finally {
            stop(second);
        }
    }

    @Test
    void whatIsNotSupportedFailsWithARemedy() {
        assertThatThrownBy(() -> start(anyPort()
                        .protocol("HTTPS")
                        .sslClientAuthentication(SSLClientAuthentication.MANDATORY)
                        .build()))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("SeBootstrap.Protocol is 'HTTPS', but there is no certificate.")
                .hasMessageContaining("Set rest.tls.certificate and rest.tls.key.")
                .hasMessageContaining("rest.tls.client-certificates");
        assertThatThrownBy(() -> start(anyPort().protocol("GOPHER").build()))
                .hasMessageContaining("'GOPHER'. jZenith serves HTTP and HTTPS.");
        assertThatThrownBy(() -> start(anyPort()
                        .protocol("HTTPS")
                        .sslContext(SSLContext.getDefault())
                        .build()))
                .hasMessageContaining("jZenith reads the certificate and the key from files.");
        assertThatThrownBy(() -> start(
                        anyPort().property(SeBootstrap.Configuration.PORT, "80").build()))
                .hasMessageContaining("SeBootstrap.Port is '80'. It has to be a Integer.");
    }

    @Test
    void anApplicationWithoutResourcesFailsBecauseNothingIsFoundByScanning() {
        assertThatThrownBy(() -> SeBootstrap.start(new Nothing(), anyPort().build())
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS))
                .hasMessageContaining("has no resources")
                .hasMessageContaining("getClasses()");
    }

    /** The child process: it prints when it has started and when the consumer is called. */
    public static final class Process {

        public static void main(final String... arguments) throws Exception {
            final SeBootstrap.Instance instance = start(anyPort().build());
            instance.stopOnShutdown(result -> System.out.println("stopped before the consumer: "
                    + (instance.unwrap(RunningApplication.class)
                                    .get(ApplicationState.class)
                                    .phase()
                            == ApplicationState.Phase.STOPPED)));
            System.out.println("open");
        }
    }

    @Test
    void aSignalStopsTheInstanceAndThenTellsTheConsumer() throws Exception {
        final java.lang.Process process = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Process.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = process.inputReader()) {
            final StringBuilder output = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.append(line).append('\n');
                if (line.equals("open")) {
                    process.toHandle().destroy();
                }
            }
            assertThat(output).contains("stopped before the consumer: true");
        } finally {
            process.destroyForcibly();
        }
    }
}
