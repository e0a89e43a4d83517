package org.jzenith.benchmark.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jzenith.benchmark.process.BenchmarkException;

/** A folder with the file that is sent, for uploads, too; and a certificate. */
record TransportFiles(Path folder, Path keystore, SSLContext trust) {

    private static final String PASSWORD = "benchmark";
    private static final long SEED = 20_261_122;

    static TransportFiles make(final Path parent) {
        try {
            final Path folder = Files.createDirectories(parent.resolve("files"));
            final byte[] content = new byte[LoadTest.Large.FILE_SIZE];
            new Random(SEED).nextBytes(content);
            final Path file = Files.write(folder.resolve(LoadTest.Large.FILE), content);
            // Long ago, so that its tag is a strong one.
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
            final Path keystore = parent.resolve("keystore.p12");
            if (!Files.exists(keystore)) {
                makeCertificate(keystore);
            }
            return new TransportFiles(folder, keystore, trust(keystore));
        } catch (final IOException e) {
            throw new BenchmarkException("The files for the measurement cannot be written to " + parent + ".", e);
        }
    }

    private static void makeCertificate(final Path keystore) throws IOException {
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        keystore.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-validity",
                        "30",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost")
                .redirectErrorStream(true)
                .start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!Files.exists(keystore)) {
            throw new BenchmarkException("keytool makes no certificate: " + output);
        }
    }

    private static SSLContext trust(final Path keystore) throws IOException {
        try (InputStream stream = Files.newInputStream(keystore)) {
            final KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(stream, PASSWORD.toCharArray());
            final TrustManagerFactory trusted =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trusted.getTrustManagers(), null);
            return context;
        } catch (final GeneralSecurityException e) {
            throw new BenchmarkException("The certificate cannot be read from " + keystore + ".", e);
        }
    }

    /** Returns the arguments that give a program its port and certificate. */
    List<String> arguments(final String prefix, final int tlsPort) {
        final String port = prefix.equals("baseline") ? ".tls.port=" : ".port=";
        return List.of(
                "--" + prefix + port + tlsPort,
                "--" + prefix + ".tls.keystore=" + keystore,
                "--" + prefix + ".tls.keystore-password=" + PASSWORD);
    }
}
