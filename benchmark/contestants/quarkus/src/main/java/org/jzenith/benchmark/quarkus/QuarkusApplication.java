package org.jzenith.benchmark.quarkus;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/** Starts the peer, with the features that the environment asks for; jZenith and the baseline read the same variables. */
@QuarkusMain
public final class QuarkusApplication {

    private static final Map<String, String> ENVIRONMENT = System.getenv();

    QuarkusApplication() {}

    /**
     * The program.
     *
     * @param arguments settings of Quarkus
     * @throws IOException if the access log has no file
     */
    public static void main(final String... arguments) throws IOException {
        if (text("REST_SECURITY_HEADERS_ENABLED", "true").equals("true")) {
            header("X-Content-Type-Options", "nosniff");
            header("X-Frame-Options", "DENY");
        }
        final String origin = text("REST_CORS_ORIGINS", "");
        if (!origin.isEmpty()) {
            System.setProperty("quarkus.http.cors.enabled", "true");
            System.setProperty("quarkus.http.cors.origins", origin);
        }
        final String accessLog = text("REST_ACCESS_LOG_FORMAT", "off");
        if (!accessLog.equals("off")) {
            accessLog(accessLog.equals("json") ? json() : "common");
        }
        final String secret = text("JWT_SECRET", "");
        if (!secret.isEmpty()) {
            System.setProperty("smallrye.jwt.verify.secretkey", jsonWebKey(secret));
        }
        Quarkus.run(arguments);
    }

    /** Quarkus only takes a folder, and could move the file; a link in a folder of its own keeps devices where they are. */
    private static void accessLog(final String pattern) throws IOException {
        final Path folder = Files.createTempDirectory("quarkus-access-log");
        folder.toFile().deleteOnExit();
        final Path link = folder.resolve("access.log");
        Files.createSymbolicLink(link, Path.of(text("REST_ACCESS_LOG_OUTPUT", "/dev/null")));
        link.toFile().deleteOnExit();
        System.setProperty("quarkus.http.access-log.enabled", "true");
        System.setProperty("quarkus.http.access-log.log-directory", folder.toString());
        System.setProperty("quarkus.http.access-log.pattern", pattern);
    }

    private static String json() {
        return "{\"time\":\"%t\",\"requestId\":\"%{o,X-Request-Id}\",\"client\":\"%h\",\"method\":\"%m\",\"target\":\"%U\","
                + "\"version\":\"%H\",\"status\":%s,\"bytes\":%B,\"durationMs\":%D,\"referer\":\"%{i,Referer}\","
                + "\"userAgent\":\"%{i,User-Agent}\"}";
    }

    /** The form in which SmallRye takes secrets. */
    private static String jsonWebKey(final String secret) {
        final byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        return "{\"kty\":\"oct\",\"k\":\""
                + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\"}";
    }

    private static void header(final String name, final String value) {
        System.setProperty("quarkus.http.header.\"" + name + "\".value", value);
    }

    static String text(final String variable, final String otherwise) {
        return ENVIRONMENT.getOrDefault(variable, otherwise);
    }
}
