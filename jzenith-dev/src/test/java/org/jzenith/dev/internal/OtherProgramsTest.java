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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events in a project under development besides saved files: foreign builds, folders, signals, connections. */
final class OtherProgramsTest {

    private static final String RUN =
            "JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class)).run();";
    private static final String HELLO = "src/main/java/shop/Hello.java";
    private static final String SETTINGS = "src/main/resources/application.properties";

    @TempDir
    Path directory;

    private DevelopedProject project;

    private void project() {
        project = DevelopedProject.of(directory.resolve("shop"), "text = \"hello\"; " + RUN);
        project.write(SETTINGS, "rest.server-header=shop\n");
    }

    private void start() {
        project.start();
        project.awaitLog("Development mode:");
    }

    @AfterEach
    void close() throws InterruptedException {
        project.close();
    }

    private static void deleteAll(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
        assertThat(folder).doesNotExist();
    }

    @Test
    void afterMvnCleanTheNextSaveMakesAllAgain() throws IOException {
        project();
        project.build();
        start();
        deleteAll(project.file("target"));
        project.edit(HELLO, "Shop.text", "Shop.text + \"!\"");
        assertThat(project.get("/hello").body()).isEqualTo("hello!");
        assertThat(project.get("/hello").headers().firstValue("server")).contains("shop");

        deleteAll(project.file("target"));
        project.type("r");
        project.awaitLog("The terminal asks for a restart.");
        assertThat(project.get("/hello").body()).isEqualTo("hello!");
        assertThat(project.get("/hello").headers().firstValue("server")).contains("shop");
    }

    @Test
    void aFileBecomesAFolderAndAFolderAFile() throws IOException {
        project();
        project.write("src/main/resources/texts/first", "first");
        project.write("src/main/resources/second", "second");
        project.build();
        project.main("text = Shop.class.getResource(\"/texts/first\") == null ? \"moved\" : \"hello\"; " + RUN);
        start();
        assertThat(project.get("/hello").body()).isEqualTo("hello");
        deleteAll(project.file("src/main/resources/texts"));
        project.delete("src/main/resources/second");
        project.write("src/main/resources/texts", "a file");
        project.write("src/main/resources/second/a/file", "another");
        assertThat(project.get("/hello").body()).isEqualTo("moved");
        assertThat(project.file("target/classes/texts")).hasContent("a file");
        assertThat(project.file("target/classes/second/a/file")).hasContent("another");
    }

    /** The constant stands in the class of the project, which must be compiled again. */
    @Test
    void theClassesOfAnotherModuleCompileTheProject() throws IOException {
        final Path module = directory.resolve("module");
        price(module, 1);
        project();
        project.withClassPath(module);
        project.edit(HELLO, "Shop.text", "\"price \" + prices.Price.AMOUNT");
        project.build();
        start();
        assertThat(project.get("/hello").body()).isEqualTo("price 1");
        price(module, 2);
        assertThat(project.get("/hello").body()).isEqualTo("price 2");
    }

    @Test
    void mavenCompilesKotlin() throws IOException {
        project = DevelopedProject.of(directory.resolve("shop"), "text = Prices.TEXT; " + RUN);
        project.write("src/main/java/shop/Prices.java", prices("one"));
        project.build();
        deleteAll(project.file("src/main/java"));
        project.write("src/main/kotlin/shop/Shop.kt", "package shop");
        start();
        project.awaitLog(
                "The development mode does not compile Kotlin. After a change of a Kotlin source, run 'mvn compile'");
        assertThat(project.get("/hello").body()).isEqualTo("one");

        final Path source = directory.resolve("Prices.java");
        Files.writeString(source, prices("two"));
        final Path classes = project.file("target/classes");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()))
                .isZero();
        project.type("r");
        project.awaitLog("The terminal asks for a restart.");
        assertThat(project.get("/hello").body()).isEqualTo("two");
    }

    private static String prices(final String text) {
        return "package shop; final class Prices { static final String TEXT = String.valueOf(\"" + text + "\"); }";
    }

    private void price(final Path module, final int amount) throws IOException {
        final Path source = directory.resolve("Price.java");
        Files.writeString(
                source, "package prices; public class Price { public static final int AMOUNT = " + amount + "; }");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", module.toString(), source.toString()))
                .isZero();
    }

    @Test
    void theLastOfTwoSavesInOneMillisecondIsAnswered() {
        project();
        project.build();
        start();
        for (int i = 100; i < 110; i++) {
            project.main("text = \"first " + i + "\"; " + RUN);
            project.main("text = \"later " + i + "\"; " + RUN);
            assertThat(project.get("/hello").body()).isEqualTo("later " + i);
        }
    }

    @Test
    void aFileSavedWhileTheStartRunsIsAnswered() {
        project();
        project.build();
        start();
        project.main("text = \"first\"; System.out.println(\"It starts.\"); Thread.sleep(1_000); " + RUN);
        project.awaitLog("It starts.");
        project.main("text = \"later\"; " + RUN);
        assertThat(project.get("/hello").body()).isEqualTo("later");
    }

    @Test
    void aStreamEndsWithARestart() throws IOException {
        project();
        project.edit(HELLO, "    @jakarta.ws.rs.GET", """
                    @jakarta.ws.rs.GET
                    @jakarta.ws.rs.Path("ticks")
                    @jakarta.ws.rs.Produces("text/plain")
                    public io.reactivex.Flowable<String> ticks() {
                        return io.reactivex.Flowable.interval(20, java.util.concurrent.TimeUnit.MILLISECONDS)
                                .map(tick -> "tick ".repeat(1_000)).onBackpressureDrop();
                    }

                    @jakarta.ws.rs.GET""");
        project.build();
        start();
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
    void aSignalDuringACompilationStartsNothing() throws IOException, InterruptedException {
        final Path module = directory.resolve("module");
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
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", module.toString(), source.toString()))
                .isZero();
        final Path services = Files.createDirectories(module.resolve("META-INF/services"));
        Files.writeString(services.resolve("javax.annotation.processing.Processor"), "Slow\n");
        project();
        project.withClassPath(module);
        project.build();
        start();
        project.write("slow", "");
        project.main("System.out.println(\"main begins again\"); " + RUN);
        project.awaitLog("compiling slowly");
        project.signal();
        assertThat(project.log()).contains("Stopped after").doesNotContain("main begins again", "WARN", "ERROR");
        assertThat(project.isListening()).isFalse();
    }
}
