package org.jzenith.example.note;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import org.jzenith.sql.Query;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlClient;

/** The SQL of the notes. No statement names the owner: the policy of the table does. */
@Singleton
final class NoteTable {

    private final Query<Note> all;
    private final Query<Row> insert;
    private final Query<Row> delete;

    @Inject
    NoteTable(final SqlClient client) {
        all = client.query("SELECT id, text FROM notes ORDER BY created, id")
                .map(row -> new Note(row.getUUID(0), row.getString(1)));
        insert = client.query("INSERT INTO notes (id, text) VALUES ($1, $2)");
        delete = client.query("DELETE FROM notes WHERE id = $1");
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
