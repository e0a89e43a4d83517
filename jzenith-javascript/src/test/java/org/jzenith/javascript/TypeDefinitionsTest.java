package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** The file {@code jzenith.d.ts} at the place where editors look for it. */
final class TypeDefinitionsTest {

    private static final Pattern EXPORT = Pattern.compile("(?m)^export (?:const|function) (\\w+)");

    @TempDir
    private Path folder;

    @Test
    void theyNameTheExportsAndDoNotReplaceThem() throws IOException {
        final Path types =
                Files.createDirectories(folder.resolve("node_modules/jzenith")).resolve("index.d.ts");
        try (InputStream definitions = JavaScriptPlugin.class.getResourceAsStream("jzenith.d.ts")) {
            Files.copy(definitions, types);
        }
        Files.writeString(folder.resolve("a.js"), """
                import * as all from 'jzenith'
                all.get('/module', () => Object.keys(all).filter(name => name !== 'default'))
                """);
        Files.writeString(folder.resolve("b.cjs"), """
                const all = require('jzenith')
                all.get('/common', () => Object.keys(all))
                """);
        final String[] declared = EXPORT.matcher(Files.readString(types, StandardCharsets.UTF_8))
                .results()
                .map(export -> '"' + export.group(1) + '"')
                .toArray(String[]::new);
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", folder.toString()))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run()) {
            assertThat(names(application, "/js/module"))
                    .containsExactlyInAnyOrder(declared)
                    .containsExactlyInAnyOrder(names(application, "/js/common"));
        }
    }

    private static String[] names(final RunningApplication application, final String path) {
        return ReloadTest.body(application, path).replaceAll("[\\[\\]]", "").split(",");
    }
}
