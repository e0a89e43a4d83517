package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;

/**
 * The classes that are loaded until the first response, without those of the JDK and those that only the verifier loads. Loading and
 * compiling them is most of a start, and a lambda that is reached is a class, too. Each limit leaves 3 % for the differences of JVMs; lower it
 * when the number falls.
 */
class LoadedClassesTest {

    private static final int ONE_RESOURCE = 3_330;
    private static final int EXAMPLE = 9_050;

    @TempDir
    private java.nio.file.Path folder;

    /** The smallest application that responds. */
    static final class SmallestApplication {

        private SmallestApplication() {}

        public static void main(final String... args) {
            JZenith.application(args)
                    .withPlugins(RestPlugin.withResources(SmallestResource.class))
                    .run();
        }
    }

    /** Its resource. */
    @Path("/plaintext")
    public static final class SmallestResource {

        @GET
        public String hello() {
            return "Hello, World!";
        }
    }

    @Test
    void oneResourceLoadsFewClasses() throws Exception {
        assertThat(loaded(SmallestApplication.class)).isLessThan(ONE_RESOURCE);
    }

    @Test
    void theExampleLoadsFewClasses() throws Exception {
        try (PostgresqlServer server = PostgresqlServer.start()) {
            assertThat(loaded(ExampleApplication.class, ChildApplication.settings(server)))
                    .isLessThan(EXAMPLE);
        }
    }

    private long loaded(final Class<?> main, final String... settings) throws IOException, InterruptedException {
        final java.nio.file.Path log = folder.resolve(main.getSimpleName());
        try (ChildApplication child =
                ChildApplication.start(main, List.of("-Xlog:class+load:file=" + log + ":none"), settings)) {
            assertThat(HttpClient.newHttpClient()
                            .send(child.get("/plaintext"), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("Hello, World!");
            try (Stream<String> classes = Files.lines(log)) {
                return classes.filter(LoadedClassesTest::isOfClassPath).count();
            }
        }
    }

    private static boolean isOfClassPath(final String line) {
        return Stream.of("java.", "javax.", "jdk.", "sun.", "com.sun.").noneMatch(line::startsWith);
    }
}
