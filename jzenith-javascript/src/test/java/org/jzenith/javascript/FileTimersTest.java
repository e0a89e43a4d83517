package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Observable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.internal.log.LogLines;

/** Timers that files set when they are loaded, and those of a request whose client leaves. */
final class FileTimersTest {

    @TempDir
    private Path folder;

    private LogLines log;

    @BeforeEach
    void record() {
        log = LogLines.open();
    }

    @AfterEach
    void stopRecording() {
        log.close();
    }

    private RunningApplication run(final String file) throws IOException {
        Files.writeString(folder.resolve("a.js"), "import { get } from 'jzenith'\n" + file);
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run();
    }

    @Test
    void theyRunAfterTheStartUnlessClearedAndTheirErrorsAreLogged() throws Exception {
        try (RunningApplication application = run("""
                const ran = []
                clearTimeout(setTimeout(() => { ran.push('cleared') }, 1))
                setTimeout(() => { ran.push('kept') }, 2)
                setTimeout(() => { throw new Error('late') }, 3)
                setTimeout(() => { ran.push('last') }, 20)
                get('/ran', () => ran)
                """)) {
            assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                            .map(tick -> ReloadTest.body(application, "/js/ran"))
                            .filter(ran -> ran.contains("last"))
                            .timeout(20, TimeUnit.SECONDS)
                            .blockingFirst())
                    .isEqualTo("[\"kept\",\"last\"]");
        }
        assertThat(log.messages()).contains("A timer of the file a.js failed.");
    }

    @Test
    @Timeout(20)
    void theyDoNotRunAfterTheClientHasLeft() throws IOException {
        try (RunningApplication application = run("""
                let ticks = 0
                get('/ticking', () => new Promise(() => setInterval(() => { ticks++ }, 1)))
                get('/ticks', async () => {
                  const before = ticks
                  await new Promise(resolve => setTimeout(resolve, 20))
                  return ticks - before
                })
                """)) {
            SqlFaultsTest.leave(
                    application.port(),
                    "GET /js/ticking",
                    () -> !ReloadTest.body(application, "/js/ticks").equals("0"));
            until(() -> ReloadTest.body(application, "/js/ticks").equals("0"));
        }
    }
}
