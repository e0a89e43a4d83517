package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.ConfigMapping;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.test.JZenithExtension;

/** A folder of docs/testing.md, which wins over the place that the application has for it. */
final class TemporaryFolderTest {

    /** The folder of the application. */
    @ConfigMapping(prefix = "reports")
    public interface ReportSettings {

        /** Its path. */
        String folder();
    }

    private static JZenith application() {
        return JZenith.application("--reports.folder=/var/reports").withSettings(ReportSettings.class);
    }

    // region folder
    @TempDir
    static Path folder;

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> application().withOverridingConfiguration("reports.folder", folder));

    @Test
    void reportsAreInTheFolderOfTheTest() {
        assertThat(APP.get(ReportSettings.class).folder()).isEqualTo(folder.toString());
    }
    // endregion
}
