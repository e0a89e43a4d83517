package org.jzenith.dev.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request that fails in development mode shows its stack trace to the developer. */
final class RequestFailureTest {

    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    private static final String FRAME = "at shop.Hello.fail(Hello.java:9)";
    private static final Pattern ID = Pattern.compile("under the id ([0-9a-f]{16})");

    @TempDir
    Path directory;

    private DevelopedProject project;

    @BeforeEach
    void start() {
        project = DevelopedProject.of(
                directory,
                "JZenith.application(args)"
                        + ".withPlugins(RestPlugin.withResources(Hello.class, Observed.class).withProviders(Observed.Filter.class))"
                        + ".run();");
        project.write("src/main/java/shop/Hello.java", """
                package shop;

                import jakarta.ws.rs.*;

                @Path("/")
                @Produces("text/plain")
                public final class Hello {
                    private static String fail() {
                        throw new IllegalStateException("no <b>greeting</b>");
                    }

                    @GET @Path("hello")
                    public String hello() {
                        return fail();
                    }

                    @GET @Path("later")
                    public io.reactivex.Single<String> later() {
                        return io.reactivex.Single.timer(1, java.util.concurrent.TimeUnit.MILLISECONDS).map(none -> fail());
                    }

                    @GET @Path("missing")
                    public String missing() {
                        throw new NotFoundException();
                    }
                }
                """);
        project.write("src/main/java/shop/Observed.java", """
                package shop;

                import jakarta.ws.rs.*;
                import jakarta.ws.rs.container.*;

                @Path("/observed")
                @Produces("text/plain")
                public final class Observed {
                    @NameBinding
                    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                    @interface Seen {}

                    @Seen
                    @jakarta.inject.Singleton
                    public static final class Filter implements ContainerResponseFilter {
                        @Override
                        public void filter(ContainerRequestContext request, ContainerResponseContext response) {
                            response.getHeaders().putSingle("seen", "yes");
                        }
                    }

                    @Seen
                    @GET
                    public String fail() {
                        throw new IllegalStateException("observed");
                    }
                }
                """);
        project.build();
        project.start();
        project.awaitLog("Development mode:");
    }

    @AfterEach
    void close() throws InterruptedException {
        project.close();
    }

    private void assertPage(final HttpResponse<String> response, final String frame) {
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.headers().firstValue("content-type").orElse("")).startsWith("text/html;");
        assertThat(response.body()).contains("<!DOCTYPE html>", "IllegalStateException", frame);
        final Matcher id = ID.matcher(response.body());
        assertThat(id.find()).isTrue();
        project.awaitLog("the client was told the id " + id.group(1));
        project.awaitLog(frame);
    }

    @Test
    void aBrowserGetsAPageWithTheStackTraceAndTheIdOfTheLog() {
        final HttpResponse<String> response = project.get("/hello", "Accept", BROWSER);
        assertPage(response, FRAME);
        assertThat(response.body())
                .contains("GET /hello failed.", "src/main/java/shop/Hello.java:9", "no &lt;b&gt;greeting", "throw new")
                .doesNotContain("<script>");
        assertPage(project.get("/later", "Accept", BROWSER), FRAME);
        final HttpResponse<String> observed = project.get("/observed", "Accept", BROWSER);
        assertPage(observed, "at shop.Observed.fail(Observed.java:");
        assertThat(observed.headers().firstValue("seen")).contains("yes");
    }

    @Test
    void othersGetAProblemWithTheStackTrace() {
        for (final String path : new String[] {"/hello", "/later"}) {
            for (final String accept : new String[] {"*/*", "text/plain"}) {
                final HttpResponse<String> response = project.get(path, "Accept", accept);
                assertThat(response.statusCode()).isEqualTo(500);
                assertThat(response.headers().firstValue("content-type")).contains("application/problem+json");
                assertThat(response.body()).contains("\"id\":\"", "\"stackTrace\":\"java.lang.Ill", FRAME);
            }
        }
        assertThat(project.get("/missing", "Accept", BROWSER).body()).doesNotContain("stackTrace", "html");
    }
}
