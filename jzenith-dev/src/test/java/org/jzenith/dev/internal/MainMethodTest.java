package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Main methods that do more, or less, than start an application; one process, edited repeatedly. */
final class MainMethodTest {

    /** The time of a start after which a change gives it up. */
    private static final int PATIENCE_MILLIS = 1_000;

    private static final String RUN =
            "JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class)).run();";

    @Test
    void aMainThatDoesNotStartAnApplicationSaysSoUntilItDoes(@TempDir final Path directory)
            throws IOException, InterruptedException {
        final DevelopedProject project = DevelopedProject.of(directory.resolve("shop"), RUN);
        project.build();
        try {
            try (ServerSocket taken = new ServerSocket(project.port())) {
                project.start();
                assertThat(project.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(project.process().exitValue()).isEqualTo(1);
                project.awaitLog("Port " + taken.getLocalPort() + " is already in use on localhost.");
                project.awaitLog("Stop the other process or set rest.port.");
                assertThat(project.log()).doesNotContain("Development mode:", "Exception:", "\tat ");
            }
            project.start("-Dorg.jzenith.dev.start-patience-millis=" + PATIENCE_MILLIS);
            project.awaitLog("Development mode:");
            project.main("if (args.length > 99) { " + RUN + " }");
            project.awaitLog("The main method of shop.Shop has ended without starting an application.");
            assertThat(project.get("/hello", "Accept", "text/html").body()).contains("""
                            <p>The main method of shop.Shop has ended without starting an application.
                            It comes from the main method of shop.Shop.
                            In this method, call run() on the result of JZenith.application(..).</p>""");

            project.main("JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class));");
            TimeUnit.SECONDS.sleep(1);
            assertThat(project.get("/hello").statusCode()).isEqualTo(500);

            project.main("text = \"after run\"; " + RUN + " throw new IllegalStateException(\"work after run\");");
            assertThat(project.get("/hello").body()).isEqualTo("after run");
            project.awaitLog("java.lang.IllegalStateException: work after run");
            assertThat(project.log())
                    .contains("The main method of shop.Shop failed after startup.", "\tat shop.Shop.main(");

            project.main("text = \"still at work\"; " + RUN + " Thread.sleep(Long.MAX_VALUE);");
            assertThat(project.get("/hello").body()).isEqualTo("still at work");

            project.main("System.out.println(\"It waits.\"); new java.util.concurrent.CountDownLatch(1).await();");
            project.awaitLog("It waits.");
            TimeUnit.MILLISECONDS.sleep(PATIENCE_MILLIS + 200);
            project.main("text = \"begun again\"; " + RUN);
            assertThat(project.get("/hello").body()).isEqualTo("begun again");

            // The project cannot be read for a moment of a start that takes long.
            project.main("System.out.println(\"It takes long.\"); Thread.sleep(" + 3 * PATIENCE_MILLIS
                    + "); text = \"late\"; " + RUN);
            project.awaitLog("It takes long.");
            TimeUnit.MILLISECONDS.sleep(PATIENCE_MILLIS + 200);
            Files.move(directory.resolve("shop"), directory.resolve("moved"));
            TimeUnit.MILLISECONDS.sleep(500);
            Files.move(directory.resolve("moved"), directory.resolve("shop"));
            assertThat(project.get("/hello").body()).isEqualTo("late");

            project.main("System.exit(3);");
            assertThat(project.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(project.process().exitValue()).isEqualTo(3);
            assertThat(project.isListening()).isFalse();
            assertThat(project.log())
                    .doesNotContain(
                            "InterruptedException",
                            "still runs",
                            "never run",
                            "IllegalStateException: The main method");
        } finally {
            project.close();
        }
    }
}
