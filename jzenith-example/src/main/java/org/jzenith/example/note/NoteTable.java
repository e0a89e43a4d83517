package org.jzenith.example.note;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;

/** The SQL of the notes. No statement filters by owner, because the table's policy does. */
@Singleton
final class NoteTable {

    private final SqlQuery<Note> all;
    private final SqlQuery<Row> insert;
    private final SqlQuery<Row> delete;

    @Inject
    NoteTable(final Database database) {
        all = database.query("SELECT id, text FROM notes ORDER BY created, id").as(Note.class);
        insert = database.query("INSERT INTO notes (id, text) VALUES ($1, $2)");
        delete = database.query("DELETE FROM notes WHERE id = $1");
    }

    Single<List<Note>> selectAll() {
        return all.list();
    }

    Completable insert(final Note note) {
        return insert.bind(note.id(), note.text()).execute();
    }

    Single<Integer> delete(final UUID id) {
        return delete.bind(id).rowCount();
    }
}
