package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.RestPlugin;

/** Mistakes in files are problems of the start, all in one report. */
final class FilesTest {

    @TempDir
    private Path outside;

    private String problems(final Map<String, String> files, final String... arguments) throws IOException {
        final Path folder = Files.createDirectories(outside.resolve("handlers"));
        for (final Map.Entry<String, String> file : files.entrySet()) {
            Files.createDirectories(folder.resolve(file.getKey()).getParent());
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application(arguments)
                        .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", folder.toString()))
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("javascript.max-turn", "10ms")
                        .run()
                        .close());
        assertThat(refused).isNotNull();
        return refused.problems().stream().map(StartProblem::toString).collect(Collectors.joining("\n"));
    }

    @Test
    void allMistakesAreInOneReport() throws IOException {
        final String report = problems(Map.of(
                "a.js", "import { get } from 'jzenith'\n\nget('/a', () => {\n",
                "b.js", "import { x } from './missing.js'\n",
                "c.js", "import { x } from 'no-package'\n",
                "d.js", "import { get } from 'jzenith'\nget('/same/{id}', () => 1)\nget('/same/{name}', () => 2)\n",
                "e.js", "import { get } from 'jzenith'\nget('no-slash', () => 1)\nget('/no-handler')\n",
                "f.js", "const a = 1\nthrow new Error('at load')\n"));
        assertThat(report)
                .contains("The file a.js fails: SyntaxError", "a.js:4")
                .contains("b.js imports './missing.js'", "b.js:1:19")
                .contains("c.js imports 'no-package'")
                .contains("Two handlers have the route GET /api/same/{name}.", "d.js:2 and d.js:3")
                .contains("no-slash", "e.js:2", "The route GET /api/no-handler has no handler.")
                .contains("The file f.js fails: Error: at load", "f.js:2:");
    }

    @Test
    void anOptionThatWouldLeaveARouteOpenIsAProblem() throws IOException {
        assertThat(problems(Map.of(
                        "a.js",
                        "import { get } from 'jzenith'\n"
                                + "get('/typo', { role: ['admin'] }, () => 1)\n"
                                + "get('/roles', { roles: undefined }, () => 1)\n"
                                + "get('/body', { body: undefined }, () => 1)\n"
                                + "get('/absent', undefined, () => 1)\n"
                                + "get('/function', () => {}, () => 1)\n"
                                + "get('/middleware', { roles: ['admin'] }, () => {}, () => 1)\n")))
                .contains("'role' is unknown; there are roles, summary, body.", "a.js:2")
                .contains("'roles' is undefined.", "a.js:3")
                .contains("'body' is undefined.", "a.js:4")
                .contains("Its options are undefined.", "a.js:5")
                .contains("Its options are a function.", "a.js:6")
                .contains("more between its path and its handler than the options.", "a.js:7");
    }

    @Test
    void nothingOutsideTheFolderCanBeImported() throws IOException {
        Files.writeString(outside.resolve("secret.js"), "export const x = 1\n");
        Files.createDirectories(outside.resolve("handlers"));
        Files.createSymbolicLink(outside.resolve("handlers/link.mjs.lib"), outside.resolve("secret.js"));
        final String report = problems(Map.of(
                "a.js", "import { x } from '../secret.js'\n",
                "b.js", "import { x } from './link.mjs.lib'\n",
                "c.js", "import { x } from '" + outside.resolve("secret.js").toUri() + "'\n",
                "d.cjs", "require('../secret.js')\n",
                "e.js", "import('/etc/passwd')\n"));
        assertThat(report)
                .contains(
                        "a.js imports '../secret.js'",
                        "b.js imports './link.mjs.lib'",
                        "c.js imports",
                        "d.cjs imports",
                        "e.js imports '/etc/passwd'");
    }

    @Test
    void aHandlerCannotImportWhatIsOutsideTheFolder() throws IOException {
        final Path folder = Files.createDirectories(outside.resolve("handlers/lib"));
        final Path secret = Files.writeString(outside.resolve("secret.js"), "export const x = 'secret'\n");
        Files.writeString(folder.resolve("x.js"), "export const x = 'inside'\n");
        Files.createSymbolicLink(folder.resolve("link.js"), secret);
        Files.writeString(
                outside.resolve("handlers/a.js"),
                "import { get } from 'jzenith'\nget('/x', async ({ query }) => (await import(query.file)).x)\n");
        try (RunningApplication application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(),
                        JavaScriptPlugin.at("/api", outside.resolve("handlers").toString()))
                .withOverridingConfiguration("rest.port", 0)
                .run()) {
            assertThat(ReloadTest.body(application, "/api/x?file=./lib/x.js")).isEqualTo("inside");
            for (final String file : List.of("../secret.js", "./lib/link.js", secret.toString(), "" + secret.toUri())) {
                assertThat(ReloadTest.body(application, "/api/x?file=" + file)).contains("\"status\":500");
            }
        }
    }

    @Test
    void aCycleThatReadsWhatIsNotThereYetNamesItsFile() throws IOException {
        assertThat(problems(Map.of(
                        "a.js", "import { b } from './lib/b.js'\nexport const a = b + 1\n",
                        "lib/b.js", "import { a } from '../a.js'\nexport const b = a + 1\n")))
                .contains("ReferenceError", "b.js:2");
    }

    @Test
    void filesThatCannotBeReadAreMistakes() throws IOException {
        final Path folder =
                Files.createDirectories(outside.resolve("handlers/lib")).getParent();
        Files.write(folder.resolve("b.mjs"), new byte[] {(byte) 0xff});
        Files.write(folder.resolve("lib/c.js"), new byte[] {(byte) 0xff});
        assertThat(problems(Map.of("package.json", "{", "a.js", "const a = 1\n", "c.mjs", "import './no.js'\n")))
                .contains(
                        "The file package.json is not valid JSON",
                        "The file b.mjs cannot be read",
                        "c.mjs imports './no.js'");
    }

    @Test
    void aFileThatDoesNotEndIsAMistake() throws IOException {
        assertThat(problems(Map.of(
                        "a.js", "await new Promise(resolve => setTimeout(resolve, 1))\nconst a = 1\n",
                        "b.js", "await null\nsetTimeout(() => {}, 1)\nPromise.resolve()\n",
                        "c.js", "const c = 1\nfor (;;);\n")))
                .contains(
                        "The file a.js awaits a promise that is not settled",
                        "The file c.js runs for longer than 300 times javascript.max-turn.")
                .doesNotContain("b.js");
    }

    @Test
    void checkReportsThemToo() throws IOException {
        assertThat(problems(Map.of("a.js", "get('/a'"), "--check"))
                .contains("The file a.js fails: SyntaxError", "a.js:1");
    }

    @Test
    void aFolderThatDoesNotExistIsAProblem() {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "no-such-folder"))
                        .withOverridingConfiguration("rest.port", 0)
                        .run()
                        .close());
        assertThat(refused).hasMessageContaining("The folder 'no-such-folder' of handlers does not exist.");
    }
}
