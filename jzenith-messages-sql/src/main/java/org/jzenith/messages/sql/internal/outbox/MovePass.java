package org.jzenith.messages.sql.internal.outbox;

import io.reactivex.Single;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.Term;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.messages.observe.MessageEvent;
import org.jzenith.messages.sql.internal.log.PostgresqlLogStore;
import org.jzenith.messages.sql.internal.log.PostgresqlLogStore.Moved;
import org.jzenith.sql.Database;

/** Moves messages to a log in the same database, in one transaction: none is lost, and none is stored twice. */
public record MovePass(
        Database database,
        PostgresqlLogStore store,
        @Nullable EventEmitter<MessageEvent> events) implements Pass {

    @Override
    public Single<Passed> run(final String topic, final Term term) {
        return database.withTransaction(transaction -> transaction
                        .requireTerm(term)
                        .andThen(store.move(transaction, topic, OutboxTable.MOST, OutboxTable.MOST_BYTES)))
                .doOnSuccess(moved -> emit(topic, moved.messages()))
                .map(moved -> new Passed(moved.messages().size(), moved.more()));
    }

    private void emit(final String topic, final List<Moved> moved) {
        final EventEmitter<MessageEvent> emitter = events;
        if (emitter != null) {
            moved.forEach(each ->
                    emitter.emit(new MessageEvent.Sent(topic, each.id(), PostgresqlLogStore.NAME, each.bytes())));
        }
    }
}
