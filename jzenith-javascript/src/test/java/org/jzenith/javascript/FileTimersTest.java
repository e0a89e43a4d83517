package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.reactivex.Observable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.slf4j.LoggerFactory;

/** Timers that files set when they are loaded. */
final class FileTimersTest {

    @TempDir
    private Path folder;

    @Test
    void theyRunAfterTheStartUnlessClearedAndTheirErrorsAreLogged() throws Exception {
        Files.writeString(folder.resolve("a.js"), """
                import { get } from 'jzenith'
                const ran = []
                clearTimeout(setTimeout(() => { ran.push('cleared') }, 1))
                setTimeout(() => { ran.push('kept') }, 2)
                setTimeout(() => { throw new Error('late') }, 3)
                setTimeout(() => { ran.push('last') }, 20)
                get('/ran', () => ran)
                """);
        final ListAppender<ILoggingEvent> appender = new ListAppender<>();
        final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        appender.start();
        root.addAppender(appender);
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run()) {
            assertThat(Observable.interval(0, 5, TimeUnit.MILLISECONDS)
                            .map(tick -> ReloadTest.body(application, "/js/ran"))
                            .filter(ran -> ran.contains("last"))
                            .timeout(20, TimeUnit.SECONDS)
                            .blockingFirst())
                    .isEqualTo("[\"kept\",\"last\"]");
        } finally {
            root.detachAppender(appender);
        }
        assertThat(appender.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("A timer of the file a.js has failed.");
    }
}
