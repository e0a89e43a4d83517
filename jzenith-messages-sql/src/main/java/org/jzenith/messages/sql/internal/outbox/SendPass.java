package org.jzenith.messages.sql.internal.outbox;

import io.reactivex.Single;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.Topics;

/** Sends messages to an engine outside of the database, and then deletes them: none is lost, and some may be sent again. */
public record SendPass(OutboxTable table, Topics topics) implements Pass {

    @Override
    public Single<Passed> run(final String topic, final Term term) {
        return table.read(topic).flatMap(waiting -> {
            if (waiting.messages().isEmpty()) {
                return Single.just(new Passed(0, false));
            }
            return topics.send(
                            topic,
                            waiting.messages().stream()
                                    .map(OutboxTable.WaitingMessage::message)
                                    .toList(),
                            term)
                    .andThen(table.delete(
                            topic,
                            waiting.messages().stream()
                                    .map(OutboxTable.WaitingMessage::id)
                                    .toList()))
                    .toSingleDefault(new Passed(waiting.messages().size(), waiting.more()));
        });
    }
}
