package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.internal.log.LogLines;

/** The limits that are a part of the heap by default: all plugins of an application have them together. */
final class HeapSharesTest {

    @Path("/")
    public static final class Upload {

        @POST
        public String post(final String body) {
            return body;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void pluginsDivideTheQuarterOfTheHeap(final int plugins) {
        final RestApi[] all = new RestApi[plugins];
        Arrays.setAll(
                all,
                i -> i == 0
                        ? RestPlugin.withResources(Upload.class)
                        : RestPlugin.named("other" + i).withResources(Upload.class));
        final long heap = Runtime.getRuntime().maxMemory();
        JZenith recipe = JZenith.application().withPlugins(all);
        for (int i = 0; i < plugins; i++) {
            final String prefix = i == 0 ? "rest." : "rest.other" + i + ".";
            recipe = recipe.withOverridingConfiguration(prefix + "port", 0)
                    .withOverridingConfiguration(prefix + "max-body-size", heap);
        }
        try (LogLines log = LogLines.of("org.jzenith");
                RunningApplication application = recipe.run()) {
            final List<String> told = log.warnings().stream()
                    .filter(line -> line.contains("max-buffered-bodies"))
                    .toList();
            assertThat(told)
                    .hasSize(plugins)
                    .allSatisfy(line -> assertThat(line).contains(" may use " + heap / 4 / plugins + " bytes"));
            for (int i = 0; i < plugins; i++) {
                final String key = (i == 0 ? "rest." : "rest.other" + i + ".") + "max-buffered-bodies";
                assertThat(told)
                        .filteredOn(line -> line.contains(" " + key + " "))
                        .hasSize(1);
            }
            assertThat(application.endpoints()).hasSize(plugins);
        }
    }
}
