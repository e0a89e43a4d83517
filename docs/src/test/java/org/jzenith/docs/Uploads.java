package org.jzenith.docs;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.sql.Database;

// region blocking
final class Uploads {

    private final Blocking blocking;
    private final Database database;

    @Inject
    Uploads(final Blocking blocking, final Database database) {
        this.blocking = blocking;
        this.database = database;
    }

    Completable register(final Path file) {
        return blocking.single(() -> Files.size(file))
                .flatMapCompletable(size -> database.query(
                                "INSERT INTO upload (size) VALUES ($1)", size)
                        .execute());
    }
}
// endregion
