package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A day of development with {@code --dev}: one process, edited again and again; each test leaves it running. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DevelopmentModeTest {

    private static final String GREETING = "src/main/java/shop/Greeting.java";

    @TempDir
    static Path directory;

    private static DevelopedProject project;

    @BeforeAll
    static void start() {
        project = new DevelopedProject(directory);
        project.build();
        project.start();
        project.awaitLog("Development mode:");
        project.awaitLog("http://localhost:" + project.port());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        project.close();
    }

    @Test
    @Order(1)
    void theRequestAfterASaveIsAnsweredByTheNewCode() {
        assertThat(project.get("/hello/Ann").body()).isEqualTo("Hello, Ann!");
        for (int i = 0; i < 2; i++) {
            project.edit(GREETING, i == 0 ? "Hello" : "Hello" + (i - 1), "Hello" + i);
            assertThat(project.get("/hello/Ann").body()).isEqualTo("Hello" + i + ", Ann!");
        }
        project.edit(GREETING, "Hello1", "Hello");
    }

    @Test
    @Order(2)
    void aSaveRestartsWithoutARequest() {
        project.edit(GREETING, "Hello", "Good morning");
        project.awaitLog("Restarted: Greeting.java changed;");
        assertThat(project.get("/hello/Ann").body()).isEqualTo("Good morning, Ann!");
        project.edit(GREETING, "Good morning", "Hello");
    }

    @Test
    @Order(3)
    void theDatabaseKeepsItsDataAndNewMigrationsAreApplied() {
        assertThat(project.post("/notes", "first").statusCode()).isEqualTo(204);
        project.write("src/main/resources/db/migration/V2__more.sql", "INSERT INTO note VALUES ('second');");
        assertThat(project.get("/notes").body()).isEqualTo("[\"first\",\"second\"]");
    }

    @Test
    @Order(4)
    void errorsOfTheCompilerStandInTheAnswerUntilTheyAreGone() {
        project.edit(GREETING, "return \"Hello", "retrun \"<Hello>");
        final HttpResponse<String> problem = project.get("/hello/Ann");
        assertThat(problem.statusCode()).isEqualTo(500);
        assertThat(problem.headers().firstValue("content-type")).contains("application/problem+json");
        assertThat(problem.body())
                .contains("\"file\":\"src/main/java/shop/Greeting.java\"", "\"line\":11", "not a statement");

        final HttpResponse<String> page =
                project.get("/hello/Ann", "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
        assertThat(page.statusCode()).isEqualTo(500);
        assertThat(page.headers().firstValue("content-type")).contains("text/html; charset=utf-8");
        assertThat(page.body())
                .contains("The sources do not compile.", "src/main/java/shop/Greeting.java:11", "not a statement")
                .contains("retrun &quot;&lt;Hello&gt;")
                .contains("location.reload()")
                .doesNotContain("<Hello>", "src=\"", "href=\"");

        final HttpResponse<String> text = project.get("/hello/Ann", "Accept", "text/plain");
        assertThat(text.body()).contains("src/main/java/shop/Greeting.java:11: not a statement");
        assertThat(project.post("/notes", "x".repeat(300_000)).statusCode()).isEqualTo(500);
        project.awaitLog("src/main/java/shop/Greeting.java:11: not a statement");

        project.edit(GREETING, "retrun \"<Hello>", "return \"Hello");
        assertThat(project.get("/hello/Ann").body()).isEqualTo("Hello, Ann!");
        project.awaitLog("The sources compile again; no class has changed.");
    }

    @Test
    @Order(5)
    void newAndDeletedSourcesCount() {
        project.write("src/main/java/shop/Farewell.java", """
                package shop;

                final class Farewell extends Greeting {
                    @Override
                    String to(final String name) {
                        return "Bye, " + name + "!";
                    }
                }
                """);
        project.edit("src/main/java/shop/Shop.java", "bind(Greeting.class)", "bind(Greeting.class).to(Farewell.class)");
        assertThat(project.get("/hello/Ann").statusCode()).isEqualTo(500); // Guice is strict: there is no @Inject
        project.edit(
                "src/main/java/shop/Farewell.java",
                "    @Override",
                "    @jakarta.inject.Inject\n    Farewell() {}\n\n    @Override");
        assertThat(project.get("/hello/Ann").body()).isEqualTo("Bye, Ann!");

        project.delete("src/main/java/shop/Farewell.java");
        assertThat(project.get("/hello/Ann").body()).contains("cannot find symbol");
        assertThat(project.file("target/classes/shop/Farewell.class")).doesNotExist();
        project.edit("src/main/java/shop/Shop.java", ".to(Farewell.class)", "");
        assertThat(project.get("/hello/Ann").body()).isEqualTo("Hello, Ann!");
    }

    @Test
    @Order(6)
    void settingsAreReadAgain() {
        project.write("src/main/resources/application.properties", "rest.server-header=shop\n");
        assertThat(project.get("/hello/Ann").headers().firstValue("server")).contains("shop");
        project.write("src/main/resources/application.properties", "rest.server-header=shop\nrest.porr=1\n");
        assertThat(project.get("/hello/Ann", "Accept", "text/html").body())
                .contains("The application did not start.", "rest.porr", "Did you mean")
                .doesNotContain("empty database");
        project.delete("src/main/resources/application.properties");
        assertThat(project.get("/hello/Ann").body()).isEqualTo("Hello, Ann!");
    }

    @Test
    @Order(7)
    void aChangedMigrationSaysHowToBeginWithAnEmptyDatabase() {
        project.write("src/main/resources/db/migration/V2__more.sql", "INSERT INTO note VALUES ('another');");
        assertThat(project.get("/notes", "Accept", "text/html").body())
                .contains("The application did not start.", "migration version 2", "type r and Enter");
        project.type("r");
        DevelopedProject.await(
                "an empty database", () -> project.get("/notes").body().equals("[\"another\"]"));
    }

    @Test
    @Order(8)
    void anExceptionOfTheApplicationsOwnCodeShowsItsLine() {
        project.edit(
                "src/main/java/shop/Shop.java",
                "JZenith.application",
                "Integer.parseInt(\"x\");\n        JZenith.application");
        assertThat(project.get("/hello/Ann", "Accept", "text/html").body())
                .contains("NumberFormatException", "src/main/java/shop/Shop.java:13", "Integer.parseInt");
        project.edit("src/main/java/shop/Shop.java", "Integer.parseInt(\"x\");\n        ", "");
        assertThat(project.get("/hello/Ann").body()).isEqualTo("Hello, Ann!");
    }

    @Test
    @Order(9)
    void aChangedConfiguratorOfLogbackCounts() {
        project.write("src/main/java/shop/Logging.java", """
                package shop;

                import ch.qos.logback.classic.LoggerContext;
                import ch.qos.logback.classic.PatternLayout;
                import ch.qos.logback.classic.spi.ILoggingEvent;
                import ch.qos.logback.core.ConsoleAppender;
                import ch.qos.logback.core.encoder.LayoutWrappingEncoder;

                public final class Logging extends ch.qos.logback.core.spi.ContextAwareBase
                        implements ch.qos.logback.classic.spi.Configurator {
                    @Override
                    public ExecutionStatus configure(final LoggerContext logback) {
                        final PatternLayout layout = new PatternLayout();
                        layout.setContext(logback);
                        layout.getInstanceConverterMap().put("own", Own::new);
                        layout.setPattern("%own %msg%n");
                        layout.start();
                        final LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
                        encoder.setLayout(layout);
                        final ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
                        console.setContext(logback);
                        console.setEncoder(encoder);
                        console.start();
                        logback.getLogger("ROOT").addAppender(console);
                        logback.getLogger("ROOT").setLevel(ch.qos.logback.classic.Level.INFO);
                        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
                    }

                    private static final class Own extends ch.qos.logback.classic.pattern.ClassicConverter {
                        @Override
                        public String convert(final ILoggingEvent event) {
                            return "first:";
                        }
                    }
                }
                """);
        project.write("src/main/resources/META-INF/services/ch.qos.logback.classic.spi.Configurator", "shop.Logging\n");
        project.awaitLog("first: Open at");
        project.edit("src/main/java/shop/Logging.java", "first:", "second:");
        project.awaitLog("second: Open at");
    }

    @Test
    @Order(10)
    void classesOfEarlierStartsAreCollected() {
        for (int i = 0; i < 4; i++) {
            project.edit(GREETING, i == 0 ? "Hello" : "Hello" + (i - 1), "Hello" + i);
            assertThat(project.get("/hello/Ann").body()).isEqualTo("Hello" + i + ", Ann!");
        }
        // The current one, and one that caches keep until memory is short.
        DevelopedProject.await("at most two class loaders", () -> project.classLoaders() <= 2);
    }

    @Test
    @Order(11)
    void aSignalStopsTheApplicationThenTheDatabase() throws InterruptedException {
        final List<ProcessHandle> children = project.process().descendants().toList();
        assertThat(children).isNotEmpty();
        assertThat(project.isListening()).isTrue();
        final int before = project.log().length();
        project.signal();
        DevelopedProject.await("no process is left", () -> children.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(project.isListening()).isFalse();
        assertThat(project.log().substring(before)).contains("Stopped after").doesNotContain("failure(s)");
        assertThat(Stream.of(project.log().split("\n"))
                        .filter(line -> line.contains("WARN"))
                        // On a slow machine a restart may cut off the end of an answer.
                        .filter(line -> !line.contains("The requests in flight did not end")))
                .as("warnings")
                .isEmpty();
    }
}
