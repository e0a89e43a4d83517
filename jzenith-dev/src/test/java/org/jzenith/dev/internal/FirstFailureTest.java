package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A development mode that begins with a mistake: it shows the mistake and goes on when it is corrected. */
final class FirstFailureTest {

    private static final String RUN =
            "JZenith.application(args).withPlugins(RestPlugin.withResources(Hello.class)).run();";
    private static final String HELLO = "src/main/java/shop/Hello.java";
    private static final String SETTINGS = "src/main/resources/application.properties";

    @TempDir
    Path directory;

    private DevelopedProject project;

    private void project(final String statements) {
        project = DevelopedProject.of(directory, "text = \"hello\"; " + statements);
        project.build();
    }

    @AfterEach
    void close() throws InterruptedException {
        project.close();
    }

    private String page() {
        DevelopedProject.await("a listener", project::isListening);
        return project.get("/hello", "Accept", "text/html").body();
    }

    private boolean isReachable(final String host) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, project.port()), 2_000);
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    /** The first request after the correction, which waits for the start, gets a response, and so does the next. */
    private void assertCorrected(final String body) {
        assertThat(project.get("/hello").body()).isEqualTo(body);
        assertThat(project.get("/hello").body()).isEqualTo(body);
    }

    @Test
    void anErrorOfTheCompilerIsShownUntilItIsCorrected() {
        project(RUN);
        project.edit(HELLO, "return", "retrun");
        project.write(SETTINGS, "rest.server-header=shop\n");
        project.start();
        project.awaitLog("The sources do not compile.");
        assertThat(page()).contains("The sources do not compile.", "retrun");
        assertThat(isReachable("127.0.0.2")).as("from elsewhere").isFalse();

        project.type("r");
        project.awaitLog("Restarting, because r was pressed.");
        assertThat(page()).contains("The sources do not compile.", "retrun");
        project.write("src/main/resources/other.txt", "other");
        DevelopedProject.await(
                "the resource is copied",
                () -> project.file("target/classes/other.txt").toFile().exists());
        assertThat(page()).contains("The sources do not compile.", "retrun");

        project.edit(HELLO, "retrun", "return");
        assertCorrected("hello");
        assertThat(project.get("/hello").headers().firstValue("server")).contains("shop");

        project.edit(HELLO, "return", "retrun");
        assertThat(page()).contains("The sources do not compile.", "retrun");
        project.type("r");
        assertThat(page()).contains("The sources do not compile.", "retrun");
        project.write(SETTINGS, "rest.server-header=store\n");
        assertThat(page()).contains("The sources do not compile.", "retrun");
        project.edit(HELLO, "retrun", "return");
        assertThat(project.get("/hello").headers().firstValue("server")).contains("store");
    }

    @Test
    void theConfiguredAddressShowsTheFirstError() {
        project(RUN);
        project.write(SETTINGS, "rest.host=0.0.0.0\n");
        project.edit(HELLO, "return", "retrun");
        project.start();
        project.awaitLog("The sources do not compile.");
        DevelopedProject.await("the page", () -> isReachable("127.0.0.2"));
        assertThat(page()).contains("The sources do not compile.");
    }

    @Test
    void aPortThatIsNoneIsShownAtTheNextOne() {
        project(RUN);
        project.write(SETTINGS, "rest.port=" + project.port() + "\n");
        project.start(List.of(), "--rest.port=99999");
        project.awaitLog("The application did not start.");
        assertThat(page()).contains("The application did not start.", "99999");
        assertThat(isReachable("127.0.0.2")).as("from elsewhere").isFalse();
        project.main("text = \"hello\"; "
                + RUN.replace("args", "").replace(".run()", ".withConfiguration(\"rest.host\", \"0.0.0.0\").run()"));
        assertCorrected("hello");
        DevelopedProject.await("connections from elsewhere", () -> isReachable("127.0.0.2"));
        assertCorrected("hello");
    }

    @Test
    void settingsThatCannotBeReadAreShownAndTheEndOfTheInputDoesNotEndIt() throws IOException {
        project(RUN);
        project.write(SETTINGS, "shop.name=\\u12\n");
        project.start();
        project.process().getOutputStream().close();
        project.awaitLog("The application did not start.");
        assertThat(page()).contains("The application did not start.", "application.properties");
        project.write(SETTINGS, "rest.server-header=shop\n");
        assertCorrected("hello");
        assertThat(project.get("/hello").headers().firstValue("server")).contains("shop");
    }

    /** Maven holds the other end of the input, so that the end of Maven ends the application. */
    @Test
    void errorsOfMainAreShownWithTheirLineAndTheEndOfMavenEndsIt() throws IOException, InterruptedException {
        project("");
        project.main("    static final int AMOUNT = Integer.parseInt(\"x\");\n", RUN);
        project.startAsMaven();
        project.awaitLog("The application did not start.");
        assertThat(page()).contains("NumberFormatException", "src/main/java/shop/Shop.java:8", "AMOUNT");

        project.main("    static int deep(int i) { return 1 + deep(i + 1); }\n", "deep(0);" + RUN);
        assertThat(page()).contains("StackOverflowError", "src/main/java/shop/Shop.java:8");

        project.main("throw new NoClassDefFoundError(\"shop/Gone\");");
        assertThat(page()).contains("NoClassDefFoundError: shop/Gone", "src/main/java/shop/Shop.java:10");

        project.main("text = \"hello\"; " + RUN);
        assertCorrected("hello");
        project.process().getOutputStream().close();
        assertThat(project.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
        project.awaitLog("Stopped after");
    }

    @Test
    void anExitOfMainIsNamed() throws InterruptedException {
        project("System.exit(0);");
        project.startAsMaven();
        assertThat(project.process().waitFor()).isZero();
        project.awaitLog("System.exit at shop.Shop.main(Shop.java:10) ends the development mode.");
    }
}
