package org.jzenith.benchmark.security;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.SecretTokens;

/** Starts the application with each kind of security, and the baseline. */
final class Programs {

    /** The processor of the load if programs have one of their own. */
    static final int CLIENTS = 1;

    private static final int SERVERS = 0;

    static final String CLIENT = "shop";
    static final String CLIENT_SECRET = "a secret of the shop";

    private static final String PACKAGE = "org.jzenith.benchmark.secured.";
    private static final Pattern ISSUER = Pattern.compile("issuer=(\\S+)");
    private static final int PROVIDER_ATTEMPTS = 600;
    private static final long PROVIDER_PAUSE_MILLIS = 100;

    /** The user with a password. */
    static final String USER = "ann";

    static final String PASSWORD = "secret of ann";

    /** The argon2id hash of the password, with the costs of {@code --hash-password}. */
    private static final String HASH =
            "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$9ESG4HUK27CRlHfggSVT2ECFGAOJQATj42RWo3eEOgM";

    private final Path root;
    private final Path folder;
    private final Path key;
    private final List<String> jvmOptions;
    private final boolean pinned;
    private int started;

    /** @param pinned true if programs have one processor, and the load another one */
    Programs(final Path root, final Path folder, final Path key, final LoadOptions options, final boolean pinned) {
        this.pinned = pinned;
        this.root = root;
        this.folder = folder;
        this.key = key;
        this.jvmOptions = Arrays.stream(
                        options.text("--jvm-options", "").strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Returns the jar of the application. */
    Path jar() {
        return jar("benchmark/contestants/secured/target/secured.jar");
    }

    private Path jar(final String path) {
        final Path jar = root.resolve(path);
        if (!Files.isRegularFile(jar)) {
            throw new BenchmarkException("There is no " + jar + ". Use benchmark/security, which builds it.");
        }
        return jar;
    }

    /** Starts jZenith without a security mechanism; {@code plugged-in} has the plugin all the same. */
    MeasuredServer open(final Cleanup cleanup, final String security) {
        return application(cleanup, security, List.of(), Map.of());
    }

    /** Starts jZenith behind tokens with RS256. */
    MeasuredServer tokens(final Cleanup cleanup) {
        return application(cleanup, "jwt", List.of(), tokenSettings());
    }

    /** Starts jZenith behind tokens with HS256, and little memory. */
    MeasuredServer secretTokens(final Cleanup cleanup, final String heap) {
        return application(
                cleanup,
                "jwt",
                List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"),
                Map.of(
                        "JWT_ISSUER",
                        SecretTokens.ISSUER,
                        "JWT_SECRET",
                        SecretTokens.SECRET,
                        "JWT_ROLE_CLAIMS",
                        "roles"));
    }

    /** Starts jZenith with passwords beside tokens. */
    MeasuredServer passwords(final Cleanup cleanup) {
        final List<String> arguments = List.of(
                "--security.users." + USER + ".password=" + HASH,
                "--security.users." + USER + ".roles=user",
                "--security.basic.cache-time=1s");
        return start(cleanup, application("passwords", List.of("-cp", jar().toString()), arguments), tokenSettings());
    }

    /** Starts jZenith behind opaque tokens, which the provider is asked about each second. */
    MeasuredServer opaqueTokens(final Cleanup cleanup, final URI introspection) {
        return application(
                cleanup,
                "introspection",
                List.of(),
                Map.of(
                        "INTROSPECTION_URL",
                        introspection.toString(),
                        "INTROSPECTION_CLIENT_ID",
                        CLIENT,
                        "INTROSPECTION_CLIENT_SECRET",
                        CLIENT_SECRET,
                        "INTROSPECTION_CACHE_FOR",
                        "1s",
                        "INTROSPECTION_ROLE_CLAIMS",
                        "roles"));
    }

    /** Starts jZenith behind sessions of a provider. */
    MeasuredServer sessions(final Cleanup cleanup, final String issuer) {
        return application(
                cleanup,
                "session",
                List.of(),
                Map.of(
                        "OIDC_ISSUER", issuer,
                        "OIDC_CLIENT_ID", CLIENT,
                        "OIDC_CLIENT_SECRET", CLIENT_SECRET,
                        "OIDC_ROLE_CLAIM", "roles"));
    }

    private Map<String, String> tokenSettings() {
        return Map.of("JWT_ISSUER", SecretTokens.ISSUER, "JWT_KEY_FILE", key.toString(), "JWT_ROLE_CLAIMS", "roles");
    }

    /** Starts the hand-written program behind tokens. */
    MeasuredServer baseline(final Cleanup cleanup) {
        final Path jar = jar("benchmark/baseline/target/baseline.jar");
        return start(cleanup, List.of("-jar", jar.toString()), tokenSettings());
    }

    /** Starts jZenith with further resource classes, and does not wait for it. */
    MeasuredServer withRoutes(final Cleanup cleanup, final String security, final Path routes, final int classes) {
        return begin(
                cleanup,
                application(
                        security,
                        List.of("-Dbenchmark.route-classes=" + classes, "-cp", jar() + ":" + routes),
                        List.of()),
                security.equals("jwt") ? tokenSettings() : Map.of());
    }

    /** Starts the provider of sessions; returns its address. */
    String provider(final Cleanup cleanup) {
        final Child provider = Child.start(
                "the provider",
                List.of(java(), "-cp", jar().toString(), PACKAGE + "ProviderApplication", CLIENT, CLIENT_SECRET),
                Map.of(),
                log());
        cleanup.add(provider, provider::close);
        for (int i = 0; i < PROVIDER_ATTEMPTS && provider.isAlive(); i++) {
            final Matcher issuer = ISSUER.matcher(provider.endOfLog());
            if (issuer.find()) {
                return issuer.group(1);
            }
            MeasuredServer.pause(PROVIDER_PAUSE_MILLIS);
        }
        throw provider.silence();
    }

    private MeasuredServer application(
            final Cleanup cleanup,
            final String security,
            final List<String> options,
            final Map<String, String> environment) {
        final List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-cp", jar().toString()));
        return start(cleanup, application(security, all, List.of()), environment);
    }

    private static List<String> application(
            final String security, final List<String> options, final List<String> arguments) {
        final List<String> command = new ArrayList<>(List.of("-Dbenchmark.security=" + security));
        command.addAll(options);
        command.add(PACKAGE + "SecuredApplication");
        command.addAll(arguments);
        return command;
    }

    private MeasuredServer start(
            final Cleanup cleanup, final List<String> arguments, final Map<String, String> environment) {
        final MeasuredServer server = begin(cleanup, arguments, environment);
        server.awaitResponse();
        return server;
    }

    private MeasuredServer begin(
            final Cleanup cleanup, final List<String> arguments, final Map<String, String> environment) {
        final int port = Child.freePort();
        final List<String> command = new ArrayList<>();
        if (pinned) {
            command.addAll(List.of("taskset", "-c", String.valueOf(SERVERS)));
        }
        command.add(java());
        command.addAll(jvmOptions);
        command.addAll(arguments);
        final Map<String, String> settings = new HashMap<>(environment);
        settings.put("REST_PORT", String.valueOf(port));
        settings.put("REST_SECURITY_HEADERS_ENABLED", "true");
        settings.put("REST_ACCESS_LOG_FORMAT", "common");
        settings.put("REST_ACCESS_LOG_OUTPUT", "/dev/null");
        final Path log = log();
        final long begin = System.nanoTime();
        final Child process = Child.start("The program", command, settings, log);
        final MeasuredServer server = new MeasuredServer(process, port, begin);
        cleanup.add(server, server::close);
        return server;
    }

    private Path log() {
        return folder.resolve("program-" + started++ + ".log");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
