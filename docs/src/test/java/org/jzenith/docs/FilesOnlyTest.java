package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.http.HttpPlugin;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.test.JZenithExtension;

/** The application of docs/listeners.md without Jakarta REST. */
final class FilesOnlyTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(FilesOnlyTest::application);

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        HttpPlugin.create(),
                        StaticFiles.of(StaticFiles.at("/", "classpath:public")));
    }
    // endregion

    @Test
    void filesAndHealthAreServed() {
        assertThat(APP.http().get("/").status()).isEqualTo(200);
        assertThat(APP.http().get("/health").body()).startsWith("{\"status\":\"UP\"");
    }
}
