package org.jzenith.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the {@code main} of an application can do besides starting it: one process, edited again and again. */
final class MainMethodTest {

    private static final String SHOP = "src/main/java/shop/Shop.java";
    private static final String RUN =
            "JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class)).run();";

    @Test
    void aMainThatDoesNotStartAnApplicationSaysSoUntilItDoes(@TempDir final Path directory)
            throws IOException, InterruptedException {
        final DevelopedProject project = new DevelopedProject(directory);
        project.delete("src/main/java/shop/NoteResource.java");
        project.delete("src/main/java/shop/Greeting.java");
        project.delete("src/main/resources/db/migration/V1__notes.sql");
        project.write("src/main/java/shop/Hello.java", """
                package shop;

                @jakarta.ws.rs.Path("hello")
                public final class Hello {
                    @jakarta.ws.rs.GET
                    public String hello() {
                        return Shop.text;
                    }
                }
                """);
        main(project, RUN);
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
            project.start();
            project.awaitLog("Development mode:");
            main(project, "if (args.length > 99) { " + RUN + " }");
            project.awaitLog("The main method of shop.Shop has ended without starting an application.");
            assertThat(project.get("/hello", "Accept", "text/html").body()).contains("""
                            <p>The main method of shop.Shop has ended without starting an application.
                            It comes from the main method of shop.Shop.
                            Call run() in it, on what JZenith.application(..) returns.</p>""");

            main(project, "JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class));");
            TimeUnit.SECONDS.sleep(1);
            assertThat(project.get("/hello").statusCode()).isEqualTo(500);

            main(project, "text = \"after run\"; " + RUN + " throw new IllegalStateException(\"work after run\");");
            assertThat(project.get("/hello").body()).isEqualTo("after run");
            project.awaitLog("java.lang.IllegalStateException: work after run");
            assertThat(project.log())
                    .contains("The main method of shop.Shop has failed after the start.", "\tat shop.Shop.main(");

            main(project, "text = \"still at work\"; " + RUN + " Thread.sleep(Long.MAX_VALUE);");
            assertThat(project.get("/hello").body()).isEqualTo("still at work");

            main(project, "new java.util.concurrent.CountDownLatch(1).await();");
            TimeUnit.SECONDS.sleep(11);
            main(project, "text = \"begun again\"; " + RUN);
            assertThat(project.get("/hello").body()).isEqualTo("begun again");

            main(project, "System.exit(3);");
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

    private static void main(final DevelopedProject project, final String statements) {
        project.write(SHOP, """
                package shop;

                import org.jzenith.core.JZenith;
                import org.jzenith.rest.RestPlugin;

                public final class Shop {
                    static volatile String text = "";

                    public static void main(final String... args) throws Exception {
                        %s
                    }
                }
                """.formatted(statements));
    }
}
