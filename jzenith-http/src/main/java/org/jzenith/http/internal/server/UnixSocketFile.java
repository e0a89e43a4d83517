package org.jzenith.http.internal.server;

import java.io.IOException;
import java.net.BindException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The file of a Unix socket.
 *
 * @param path at which clients connect
 * @param mode its permissions as octal digits
 */
record UnixSocketFile(Path path, String mode) {

    /**
     * Removes the file that a killed process has left. Blocks.
     *
     * @throws IOException if somebody listens there, or if something else is there; the message is a sentence
     */
    void removeStale() throws IOException {
        final Path folder = path.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new NotDirectoryException("The folder " + folder + " does not exist.");
        }
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new IOException("There is a file at " + path + " that is not a socket.");
        }
        if (isListening()) {
            throw new BindException("Another process listens at " + path + ".");
        }
        Files.delete(path);
    }

    private boolean isListening() {
        try (SocketChannel connection = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return connection.isConnected();
        } catch (final IOException e) {
            return false;
        }
    }

    /** Sets the permissions of the file. Blocks. */
    void protect() throws IOException {
        final StringBuilder permissions = new StringBuilder();
        mode.chars()
                .map(digit -> digit - '0')
                .forEach(bits -> permissions
                        .append((bits & 4) == 0 ? '-' : 'r')
                        .append((bits & 2) == 0 ? '-' : 'w')
                        .append((bits & 1) == 0 ? '-' : 'x'));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions.toString()));
    }
}
