package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The page that shows the document. */
final class PageTest {

    @RegisterExtension
    static final JZenithExtension SHOWN =
            JZenithExtension.of(() -> application().withConfiguration("openapi.ui.enabled", true));

    @RegisterExtension
    static final JZenithExtension NOT_SHOWN = JZenithExtension.of(PageTest::application);

    @RegisterExtension
    static final JZenithExtension MOVED = JZenithExtension.of(() -> application()
            .withConfiguration("openapi.ui.enabled", true)
            .withConfiguration("rest.context-path", "/api")
            .withConfiguration("openapi.path", "/api/openapi")
            .withConfiguration("openapi.ui.path", "/api/docs"));

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(OptionsTest.BookResource.class), OpenApiPlugin.create());
    }

    @Test
    void thePageHasNothingInline() {
        final TestResponse page = SHOWN.http().get("/docs/").expectStatus(200);
        assertThat(page.header("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.body()).contains("data-document=\"../openapi.json\"").doesNotContain("<style", "<script>");
        assertThat(SHOWN.http().get("/docs/swagger-ui.css").header("Content-Type"))
                .contains("text/css;charset=utf-8");
        assertThat(SHOWN.http().get("/docs/swagger-ui-bundle.js").bytes()).hasSizeGreaterThan(100_000);
        assertThat(SHOWN.http().get("/docs/page.js").body()).contains("prefers-color-scheme", "'dark-mode'");
        assertThat(SHOWN.http().get("/docs/swagger-ui.css").body()).contains("html.dark-mode");
        assertThat(SHOWN.http().get("/docs/other.js").status()).isEqualTo(404);
    }

    @Test
    void browsersKeepTheLibraryAndAskWhetherThePageHasChanged() {
        final TestResponse page = SHOWN.http().get("/docs/");
        assertThat(page.header("Cache-Control")).contains("no-cache");
        assertThat(page.body()).containsPattern("src=\"swagger-ui-bundle\\.js\\?\\d+\\.\\d+\\.\\d+\"");
        final TestResponse library = SHOWN.http().get("/docs/swagger-ui-bundle.js");
        assertThat(library.header("Cache-Control")).contains("public, max-age=31536000, immutable");
        for (final String path : List.of("/docs/", "/docs/swagger-ui-bundle.js")) {
            final String tag = SHOWN.http().get(path).header("ETag").orElseThrow();
            SHOWN.http().withHeader("If-None-Match", tag).get(path).expectStatus(304);
        }
    }

    @Test
    void theFilesAreCompressedForClientsThatTakeGzip() throws IOException {
        final TestResponse plain = SHOWN.http().get("/docs/swagger-ui-bundle.js");
        assertThat(plain.header("Content-Encoding")).isEmpty();
        final TestResponse zipped =
                SHOWN.http().withHeader("Accept-Encoding", "br, gzip").get("/docs/swagger-ui-bundle.js");
        assertThat(zipped.header("Content-Encoding")).contains("gzip");
        assertThat(zipped.header("Vary")).contains("Accept-Encoding");
        assertThat(zipped.header("ETag")).isPresent().isNotEqualTo(plain.header("ETag"));
        assertThat(zipped.bytes()).hasSizeLessThan(plain.bytes().length / 3);
        try (InputStream content = new GZIPInputStream(new ByteArrayInputStream(zipped.bytes()))) {
            assertThat(content.readAllBytes()).isEqualTo(plain.bytes());
        }
        assertThat(SHOWN.http()
                        .withHeader("Accept-Encoding", "gzip")
                        .get("/docs/favicon-32x32.png")
                        .header("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void documentAndPageMayBeBelowTheContextPath() {
        assertThat(MOVED.http().get("/api/openapi.json").json().path("paths").has("/api/books"))
                .isTrue();
        assertThat(MOVED.http().get("/api/docs/").expectStatus(200).body())
                .contains("data-document=\"../../api/openapi.json\"");
        assertThat(MOVED.http().get("/openapi.json").status()).isEqualTo(404);
    }

    @Test
    void thePathWithoutASlashLeadsToThePage() {
        final TestResponse redirect = SHOWN.http().get("/docs");
        assertThat(redirect.status()).isEqualTo(307);
        assertThat(redirect.header("Location")).contains("docs/");
    }

    @Test
    void outsideOfDevelopmentThePageIsNotServed() {
        assertThat(NOT_SHOWN.http().get("/docs/").status()).isEqualTo(404);
        assertThat(NOT_SHOWN.http().get("/openapi.json").status()).isEqualTo(200);
    }

    /** Repackages the module with the library, without the metadata of Maven, as jzenith-application-parent does. */
    @Test
    void thePageIsFoundInAJarOfTheWholeApplication(@TempDir final Path folder) throws Exception {
        final Path one = folder.resolve("application.jar");
        final List<URL> urls = new ArrayList<>(List.of(one.toUri().toURL()));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(one))) {
            for (final String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (Path.of(each).getFileName().toString().startsWith("swagger-ui-")) {
                    try (JarFile library = new JarFile(each)) {
                        for (final JarEntry entry : Collections.list(library.entries())) {
                            if (entry.getName().startsWith("META-INF/resources/") && !entry.isDirectory()) {
                                add(jar, entry.getName(), library.getInputStream(entry));
                            }
                        }
                    }
                } else {
                    urls.add(Path.of(each).toUri().toURL());
                }
            }
            for (final String each : List.of("PageHandler", "PageFiles")) {
                final String name = "org/jzenith/openapi/" + each + ".class";
                add(jar, name, PageTest.class.getClassLoader().getResourceAsStream(name));
            }
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            final Method available =
                    loader.loadClass(PageHandler.class.getName()).getDeclaredMethod("isAvailable");
            available.setAccessible(true);
            assertThat(available.invoke(null)).isEqualTo(true);
        }
    }

    private static void add(final JarOutputStream jar, final String name, final @Nullable InputStream content)
            throws IOException {
        jar.putNextEntry(new JarEntry(name));
        try (InputStream all = Objects.requireNonNull(content, name)) {
            all.transferTo(jar);
        }
    }
}
