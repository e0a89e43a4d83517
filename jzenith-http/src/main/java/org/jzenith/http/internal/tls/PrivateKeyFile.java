package org.jzenith.http.internal.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import org.jspecify.annotations.Nullable;

/** Reads PEM files with a private key, as {@code rest.tls.key} does, for clients with a certificate. */
public final class PrivateKeyFile {

    private PrivateKeyFile() {}

    /**
     * Reads a key; blocks.
     *
     * @param file a PEM file
     * @param password of an encrypted key, or null
     * @return the first key of the file
     * @throws IOException if the file or its key cannot be read; the message says why
     */
    public static PrivateKey read(final Path file, final @Nullable String password) throws IOException {
        try {
            return PemFile.key(Files.readAllBytes(file), password);
        } catch (final PemFile.UnreadableException e) {
            throw new IOException("The file " + file + " is no private key. " + e.getMessage(), e);
        }
    }
}
