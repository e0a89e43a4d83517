package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The compiler refuses to begin a plugin twice, which would lose what the first one has. */
final class PluginMistakesTest {

    private static final String UNKNOWN = "compiler.err.cant.resolve.location.args";
    private static final String NOT_STATIC = "compiler.err.non-static.cant.be.ref";

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Opens the libraries once for all sources. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    @TempDir
    private Path classes;

    @AfterAll
    static void closeLibraries() throws IOException {
        FILES.close();
    }

    private List<String> errors(final String plugin) {
        final String source = """
                import io.reactivex.Completable;
                import java.nio.file.Path;
                import java.time.Duration;
                import java.time.ZoneId;
                import org.jzenith.core.PluginSource;
                import org.jzenith.jobs.Jobs;
                import org.jzenith.http.file.*;
                import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
                import org.jzenith.rest.*;
                import org.jzenith.websocket.*;

                class Shop {
                    PluginSource plugin() {
                        return %s;
                    }
                }
                """.formatted(plugin);
        final DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        COMPILER.getTask(
                        null,
                        FILES,
                        diagnostics,
                        List.of("-proc:none", "-d", classes.toString(), "--release", "17", "-Xlint:none"),
                        null,
                        List.of(
                                new SimpleJavaFileObject(
                                        URI.create("string:///Shop.java"), JavaFileObject.Kind.SOURCE) {
                                    @Override
                                    public CharSequence getCharContent(final boolean ignoreEncodingErrors) {
                                        return source;
                                    }
                                }))
                .call();
        return diagnostics.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(Diagnostic::getCode)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RestPlugin.named(\"admin\").named(\"other\")",
                "RestPlugin.withResources(String.class).named(\"admin\")",
                "RestPlugin.withResources(String.class).create()",
                "RestApi.create()",
                "RestApi.named(\"admin\")",
                "StaticFiles.of().of()",
                "StaticFiles.of().named(\"docs\")",
                "StaticFiles.at(\"/\", \"web\").at(\"/docs\", \"docs\")",
                "StaticFiles.of(StaticFiles.at(\"/\", \"web\")).withFallback(\"index.html\")",
                "Jobs.of().of()",
                "Jobs.every(Duration.ofMinutes(1), \"a\", Completable::complete)"
                        + ".every(Duration.ofMinutes(1), \"b\", Completable::complete)",
                "WebSocketPlugin.create().andAt(\"/echo\", socket -> socket.messages())",
            })
    void aPluginIsNotBegunTwice(final String plugin) {
        assertThat(errors(plugin)).containsExactly(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RestApi.withResources(String.class)",
                "ServedFolders.withFolders(StaticFiles.at(\"/\", \"web\"))",
                "WebSocketPlugin.at(\"/echo\", socket -> socket.messages())",
                "EmbeddedPostgresql.inDirectory(Path.of(\"data\"))",
            })
    void whatAddsToAPluginDoesNotBeginOne(final String plugin) {
        assertThat(errors(plugin)).containsExactly(NOT_STATIC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RestPlugin.withResources(String.class).withResources(Integer.class)",
                "RestPlugin.create().withResources(String.class).withProviders(Integer.class)",
                "RestPlugin.named(\"admin\").withResources(String.class)",
                "StaticFiles.of(StaticFiles.at(\"/\", \"web\").withFallback(\"index.html\"), StaticFiles.at(\"/docs\", \"docs\"))",
                "StaticFiles.named(\"docs\").withFolders(StaticFiles.at(\"/docs\", \"docs\"))",
                "Jobs.of(Jobs.every(Duration.ofMinutes(1), \"a\", Completable::complete),"
                        + "Jobs.cron(\"0 3 * * *\", ZoneId.of(\"UTC\"), \"b\", Completable::complete))",
                "WebSocketPlugin.create().at(\"/a\", socket -> socket.messages()).at(\"/b\", socket -> socket.messages())",
                "EmbeddedPostgresql.create().inDirectory(Path.of(\"data\"))",
            })
    void onePluginIsBegunOnceAndAddedTo(final String plugin) {
        assertThat(errors(plugin)).isEmpty();
    }
}
