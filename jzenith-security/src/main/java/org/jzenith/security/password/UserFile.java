package org.jzenith.security.password;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the users from a file, and again when the file's content changes. Used by one thread at a time. */
final class UserFile {

    private static final Logger LOGGER = LoggerFactory.getLogger(Users.class);
    private static final int MAX_BYTES = 16 * 1024 * 1024;
    private static final int PARTS = 3;

    private final Path file;
    private final UsersInMemory users;
    private byte @Nullable [] taken;
    private @Nullable String logged;

    UserFile(final Path file, final UsersInMemory users) {
        this.file = file;
        this.users = users;
    }

    /**
     * Reads the file. Blocks.
     *
     * @return the mistakes in the file; if there are any, the previous users stay valid
     */
    List<String> read() {
        final byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (final IOException e) {
            return List.of("it cannot be read: " + e);
        }
        if (Arrays.equals(bytes, taken)) {
            return List.of();
        }
        final List<String> mistakes = new ArrayList<>();
        if (bytes.length > MAX_BYTES) {
            mistakes.add("it has more than 16 MiB");
            return mistakes;
        }
        final Map<String, UserSource.KnownUser> all = parsed(bytes, mistakes);
        if (mistakes.isEmpty()) {
            users.replace(all);
            if (taken != null) {
                LOGGER.info("The file {} has changed; it has {} users now.", file, all.size());
            }
            taken = bytes;
        }
        return mistakes;
    }

    /** Reads the file again, and logs its mistakes once. Blocks. */
    void reload() {
        final List<String> mistakes = read();
        final String text = mistakes.stream()
                .map(mistake -> mistake.replaceFirst("\\.$", ""))
                .collect(Collectors.joining("; "));
        if (!text.isEmpty() && !text.equals(logged)) {
            LOGGER.error("Cannot reload the user file {}: {}. The previous users stay valid.", file, text);
        }
        logged = text;
    }

    private static Map<String, UserSource.KnownUser> parsed(final byte[] bytes, final List<String> mistakes) {
        final Map<String, UserSource.KnownUser> all = new LinkedHashMap<>();
        final String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (final CharacterCodingException e) {
            mistakes.add("it is not UTF-8");
            return all;
        }
        int number = 0;
        for (final String line : text.split("\r?\n", -1)) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                try {
                    final UserSource.KnownUser user = user(line);
                    if (all.put(user.user().name(), user) != null) {
                        mistakes.add("line " + number + ": a second user with this name");
                    }
                } catch (final IllegalArgumentException e) {
                    mistakes.add("line " + number + ": " + e.getMessage());
                }
            }
        }
        return all;
    }

    private static UserSource.KnownUser user(final String line) {
        final String[] parts = line.strip().split(":", PARTS);
        if (parts.length < 2) {
            throw new IllegalArgumentException("The line is not name:hash:roles.");
        }
        final List<String> roles = parts.length < PARTS
                ? List.of()
                : Stream.of(parts[2].split(",", -1))
                        .map(String::strip)
                        .filter(role -> !role.isEmpty())
                        .toList();
        return UserSource.KnownUser.of(StoredUser.of(parts[0], parts[1], roles));
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
