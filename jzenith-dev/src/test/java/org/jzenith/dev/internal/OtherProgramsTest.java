package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Events in a project under development besides saved files, most in one process: foreign builds, folders, signals, connections. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class OtherProgramsTest {

    private static final String RUN =
            "JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class)).run();";
    private static final String HELLO = "src/main/java/shop/Hello.java";
    private static final String SETTINGS = "src/main/resources/application.properties";

    @TempDir
    static Path directory;

    private static Path module;
    private static DevelopedProject project;

    @BeforeAll
    static void start() throws IOException {
        module = directory.resolve("module");
        price(1);
        project = DevelopedProject.of(directory.resolve("shop"), "text = \"hello\"; " + RUN);
        project.write(SETTINGS, "rest.server-header=shop\n");
        project.withClassPath(module);
        project.build();
        project.start();
        project.awaitLog("Development mode:");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        project.close();
    }

    private static void deleteAll(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    @Order(1)
    void afterMvnCleanTheNextSaveMakesAllAgain() throws IOException {
        deleteAll(project.file("target"));
        project.edit(HELLO, "Shop.text", "Shop.text + \"!\"");
        assertThat(project.get("/hello").body()).isEqualTo("hello!");
        assertThat(project.get("/hello").headers().firstValue("server")).contains("shop");

        deleteAll(project.file("target"));
        project.type("r");
        project.awaitLog("Restarting, because r was pressed.");
        assertThat(project.get("/hello").body()).isEqualTo("hello!");
        assertThat(project.get("/hello").headers().firstValue("server")).contains("shop");
    }

    @Test
    @Order(2)
    void aFileBecomesAFolderAndAFolderAFile() throws IOException {
        project.write("src/main/resources/texts/first", "first");
        project.write("src/main/resources/second", "second");
        project.main("text = Shop.class.getResource(\"/texts/first\") == null ? \"moved\" : \"there\"; " + RUN);
        assertThat(project.get("/hello").body()).isEqualTo("there!");
        deleteAll(project.file("src/main/resources/texts"));
        project.delete("src/main/resources/second");
        project.write("src/main/resources/texts", "a file");
        project.write("src/main/resources/second/a/file", "another");
        assertThat(project.get("/hello").body()).isEqualTo("moved!");
        assertThat(project.file("target/classes/texts")).hasContent("a file");
        assertThat(project.file("target/classes/second/a/file")).hasContent("another");
    }

    /** The constant stands in the class of the project, which must be compiled again. */
    @Test
    @Order(3)
    void theClassesOfAnotherModuleCompileTheProject() throws IOException {
        project.edit(HELLO, "Shop.text + \"!\"", "Shop.text + prices.Price.AMOUNT");
        project.main("text = \"price \"; " + RUN);
        assertThat(project.get("/hello").body()).isEqualTo("price 1");
        price(2);
        assertThat(project.get("/hello").body()).isEqualTo("price 2");
        project.edit(HELLO, " + prices.Price.AMOUNT", "");
    }

    private static String prices(final String text) {
        return "package shop; final class Prices { static final String TEXT = String.valueOf(\"" + text + "\"); }";
    }

    private static void price(final int amount) throws IOException {
        final Path source = directory.resolve("Price.java");
        Files.writeString(
                source, "package prices; public class Price { public static final int AMOUNT = " + amount + "; }");
        compile(source, module);
    }

    private static void compile(final Path source, final Path target) {
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", target.toString(), source.toString()))
                .isZero();
    }

    @Test
    @Order(4)
    void theLastOfTwoSavesInOneMillisecondIsAnswered() {
        for (int i = 100; i < 105; i++) {
            project.main("text = \"first " + i + "\"; " + RUN);
            project.main("text = \"later " + i + "\"; " + RUN);
            assertThat(project.get("/hello").body()).isEqualTo("later " + i);
        }
    }

    @Test
    @Order(5)
    void aFileSavedWhileTheStartRunsIsAnswered() {
        project.main("text = \"first\"; System.out.println(\"It starts.\"); Thread.sleep(1_000); " + RUN);
        project.awaitLog("It starts.");
        project.main("text = \"later\"; " + RUN);
        assertThat(project.get("/hello").body()).isEqualTo("later");
    }

    @Test
    @Order(6)
    void aStreamEndsWithARestart() throws IOException {
        project.edit(HELLO, "    @jakarta.ws.rs.GET", """
                    @jakarta.ws.rs.GET
                    @jakarta.ws.rs.Path("ticks")
                    @jakarta.ws.rs.Produces("text/plain")
                    public io.reactivex.Flowable<String> ticks() {
                        return io.reactivex.Flowable.interval(20, java.util.concurrent.TimeUnit.MILLISECONDS)
                                .map(tick -> "tick ".repeat(1_000)).onBackpressureDrop();
                    }

                    @jakarta.ws.rs.GET""");
        assertThat(project.get("/hello").body()).isEqualTo("later");
        try (Socket socket = new Socket("localhost", project.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write("GET /hello/ticks HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            final InputStream answer = socket.getInputStream();
            final String begin = new String(answer.readNBytes(20_000), StandardCharsets.US_ASCII);
            assertThat(begin).startsWith("HTTP/1.1 200").contains("tick ");
            project.main("text = \"again\"; " + RUN);
            final String rest = new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(rest).contains("tick ").doesNotEndWith("\r\n0\r\n\r\n");
        }
        assertThat(project.get("/hello").body()).isEqualTo("again");
    }

    /** The compiler, here a processor of annotations, works when the signal arrives. */
    @Test
    @DisabledForJreRange(
            min = JRE.JAVA_23,
            disabledReason = "javac looks for processors on the class path up to JDK 22")
    void aSignalDuringACompilationStartsNothing() throws IOException, InterruptedException {
        final Path processor = directory.resolve("processor");
        final Path source = directory.resolve("Slow.java");
        Files.writeString(source, """
                import java.util.Set;
                import javax.annotation.processing.*;
                import javax.lang.model.element.TypeElement;

                @SupportedAnnotationTypes("*")
                public class Slow extends AbstractProcessor {
                    @Override public javax.lang.model.SourceVersion getSupportedSourceVersion() {
                        return javax.lang.model.SourceVersion.latest();
                    }
                    @Override public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) {
                        if (!round.processingOver() && new java.io.File("slow").exists()) {
                            System.out.println("compiling slowly");
                            try { Thread.sleep(3_000); } catch (InterruptedException e) { }
                        }
                        return false;
                    }
                }
                """);
        compile(source, processor);
        final Path services = Files.createDirectories(processor.resolve("META-INF/services"));
        Files.writeString(services.resolve("javax.annotation.processing.Processor"), "Slow\n");
        final DevelopedProject slow = DevelopedProject.of(directory.resolve("slow"), RUN);
        slow.withClassPath(processor);
        slow.build();
        try {
            slow.start();
            slow.awaitLog("Development mode:");
            slow.write("slow", "");
            slow.main("System.out.println(\"main begins again\"); " + RUN);
            slow.awaitLog("compiling slowly");
            slow.signal();
            assertThat(slow.log()).contains("Stopped after").doesNotContain("main begins again", "WARN", "ERROR");
            assertThat(slow.isListening()).isFalse();
        } finally {
            slow.close();
        }
    }

    @Test
    void mavenCompilesKotlin() throws IOException, InterruptedException {
        final DevelopedProject kotlin = DevelopedProject.of(directory.resolve("kotlin"), "text = Prices.TEXT; " + RUN);
        kotlin.write("src/main/java/shop/Prices.java", prices("one"));
        kotlin.build();
        deleteAll(kotlin.file("src/main/java"));
        kotlin.write("src/main/kotlin/shop/Shop.kt", "package shop");
        try {
            kotlin.start();
            kotlin.awaitLog("Development mode:");
            kotlin.awaitLog("The development mode does not compile Kotlin. After a change of a Kotlin source, run 'mvn"
                    + " compile'");
            assertThat(kotlin.get("/hello").body()).isEqualTo("one");

            final Path source = directory.resolve("Prices.java");
            Files.writeString(source, prices("two"));
            compile(source, kotlin.file("target/classes"));
            kotlin.type("r");
            kotlin.awaitLog("Restarting, because r was pressed.");
            assertThat(kotlin.get("/hello").body()).isEqualTo("two");
        } finally {
            kotlin.close();
        }
    }
}
