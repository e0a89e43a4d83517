package org.jzenith.example.user;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzenith.core.blocking.Blocking;

/** The pictures of users, one file each. */
@Singleton
final class Avatars {

    private static final Pattern PICTURE = Pattern.compile("([0-9a-f-]{36})\\.(png|jpg|webp)");

    private final Blocking blocking;
    private final Path folder;
    private final long maxSize;

    @Inject
    Avatars(final Blocking blocking, final UserSettings settings) {
        this.blocking = blocking;
        this.folder = Path.of(settings.avatars());
        this.maxSize = settings.maxAvatarSize().bytes();
    }

    Maybe<Path> of(final UUID id) {
        return blocking.maybe(() -> {
            for (final ImageType type : ImageType.values()) {
                final Path file = file(id, type);
                if (Files.isRegularFile(file)) {
                    return file;
                }
            }
            return null;
        });
    }

    /** Returns the ids of the users who have a picture. */
    Single<List<UUID>> ids() {
        return blocking.single(() -> {
            if (!Files.isDirectory(folder)) {
                return List.of();
            }
            try (Stream<Path> files = Files.list(folder)) {
                return files.map(file -> PICTURE.matcher(file.getFileName().toString()))
                        .filter(Matcher::matches)
                        .map(name -> UUID.fromString(name.group(1)))
                        .toList();
            }
        });
    }

    /** Writes the pieces as they arrive. The previous picture stays until the new one is complete. */
    Completable store(final UUID id, final ImageType type, final Flowable<Buffer> pieces) {
        return blocking.single(() -> new AvatarUpload(folder, maxSize))
                .flatMapCompletable(upload -> pieces.concatMapCompletable(
                                piece -> blocking.completable(() -> upload.write(piece)))
                        .andThen(blocking.completable(() -> {
                            upload.check(type);
                            remove(id);
                            upload.moveTo(file(id, type));
                        }))
                        .doFinally(upload::close));
    }

    Completable delete(final UUID id) {
        return blocking.completable(() -> remove(id));
    }

    private void remove(final UUID id) throws IOException {
        for (final ImageType type : ImageType.values()) {
            Files.deleteIfExists(file(id, type));
        }
    }

    /** Returns the file of a picture. Its name comes only from the id, never from client input. */
    private Path file(final UUID id, final ImageType type) {
        return folder.resolve(id + type.extension());
    }
}
