package org.jzenith.docs.cookbook.upload;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.FileSystem;
import io.vertx.core.file.OpenOptions;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.rest.body.Part;

/** Files in one folder, under names that clients do not choose. */
final class FileStore {

    private static final OpenOptions NEW_FILE =
            new OpenOptions().setCreateNew(true).setRead(false);

    /** The number of pieces that are written at a time. A file puts each behind the one before. */
    private static final int WRITES = 8;

    private final FileSystem files;
    private final Path folder;

    @Inject
    FileStore(final Vertx vertx, final Folder folder) {
        this.files = vertx.fileSystem();
        this.folder = folder.path();
    }

    record Folder(Path path) {}

    record Stored(UUID id, long size) {}

    // region store
    /** Asks for a piece when one is written. What is not complete is deleted. */
    Single<Stored> store(final Flowable<Buffer> body) {
        final UUID id = UUID.randomUUID();
        final String part = folder.resolve(id + ".part").toString();
        return RxFuture.single(() -> files.open(part, NEW_FILE), AsyncFile::close)
                .flatMap(opened -> Single.using(
                        () -> opened, file -> write(file, body), AsyncFile::close))
                .flatMap(size -> RxFuture.completable(() -> files.move(
                                part, folder.resolve(id.toString()).toString()))
                        .toSingleDefault(new Stored(id, size)))
                .doOnError(error -> files.delete(part))
                .doOnDispose(() -> files.delete(part));
    }
    // endregion

    private static Single<Long> write(final AsyncFile file, final Flowable<Buffer> body) {
        return body.flatMapSingle(
                        piece -> RxFuture.completable(() -> file.write(piece)).toSingleDefault(piece.length()),
                        false,
                        WRITES)
                .reduce(0L, Long::sum);
    }

    /** The client's name of the file is not used. */
    Single<Stored> store(final Part file) {
        return store(file, UUID.randomUUID());
    }

    /** One file after the other. If one fails, or the client disconnects, those before it are deleted. */
    Single<List<Stored>> storeAll(final Flowable<Part> parts) {
        final Queue<UUID> begun = new ConcurrentLinkedQueue<>();
        return parts.concatMapSingle(
                        file -> {
                            final UUID id = UUID.randomUUID();
                            begun.add(id);
                            return store(file, id);
                        },
                        1)
                .toList()
                .onErrorResumeNext(error -> delete(begun).andThen(Single.error(error)))
                .doOnDispose(() -> delete(begun).subscribe());
    }

    private Completable delete(final Queue<UUID> ids) {
        return Flowable.fromIterable(ids)
                .flatMapCompletable(id -> RxFuture.completable(
                                () -> files.delete(folder.resolve(id.toString()).toString()))
                        .onErrorComplete());
    }

    private Single<Stored> store(final Part file, final UUID id) {
        return file.writeTo(folder.resolve(id.toString())).map(bytes -> new Stored(id, bytes));
    }
}
