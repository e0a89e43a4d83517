package org.jzenith.http.server;

import java.io.IOException;
import java.net.BindException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

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
            throw new IOException("There is a file at " + path + " that is no socket.");
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
        final PosixFilePermission[] all =
                PosixFilePermission.values(); // from the owner's reading to the others' executing
        final Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        final int bits = Integer.parseInt(mode, 8);
        for (int i = 0; i < all.length; i++) {
            if ((bits & (1 << (all.length - 1 - i))) != 0) {
                permissions.add(all[i]);
            }
        }
        Files.setPosixFilePermissions(path, permissions);
    }
}
