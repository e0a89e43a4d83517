package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers in JavaScript, in a folder of the working directory, are reloaded without a restart, and their errors are shown. */
@Tag("full")
final class ScriptReloadTest {

    private static final String FILE = "handlers/hello.js";

    @TempDir
    private Path directory;

    @Test
    void aSavedFileIsReloadedAndABrowserGetsThePageOfItsError() throws InterruptedException {
        final DevelopedProject project = DevelopedProject.of(
                directory,
                "JZenith.application(args).withPlugins(RestPlugin.withResources(),"
                        + " org.jzenith.javascript.JavaScriptPlugin.at(\"/js\", \"handlers\")).run();");
        project.write(FILE, "import { get } from 'jzenith'\n\nget('/hello', () => 'one')\n");
        project.build();
        try {
            project.start();
            project.awaitLog("Development mode:");
            assertThat(project.get("/js/hello").body()).isEqualTo("one");
            project.edit(FILE, "'one'", "'two'");
            DevelopedProject.await("two", () -> project.get("/js/hello").body().equals("two"));
            project.edit(FILE, "'two'", "missing");
            DevelopedProject.await("an error", () -> project.get("/js/hello").statusCode() == 500);
            final HttpResponse<String> page = project.get("/js/hello", "Accept", "text/html");
            assertThat(page.headers().firstValue("content-type").orElse("")).startsWith("text/html;");
            assertThat(page.body())
                    .contains("GET /js/hello failed.", "missing is not defined", "hello.js:3")
                    .contains("under the id ");
            assertThat(project.get("/js/hello").body()).contains("\"stackTrace\":", "hello.js:3");
            project.edit(FILE, "missing", "{");
            DevelopedProject.await(
                    "a mistake", () -> project.get("/js/hello").body().contains("SyntaxError"));
            assertThat(project.get("/js/hello", "Accept", "text/html").body()).contains("SyntaxError", "hello.js");
            project.edit(FILE, "{)", "'three')");
            DevelopedProject.await(
                    "three", () -> project.get("/js/hello").body().equals("three"));
            assertThat(project.log()).doesNotContain("Restarted:");
        } finally {
            project.close();
        }
    }
}
