package org.jzenith.messages.sql.internal.outbox;

import io.reactivex.Single;
import java.util.List;
import org.jzenith.core.lease.Term;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.Topics;

/** Sends messages to an engine outside of the database, and then deletes them: none is lost, and some may be sent again. */
public record SendPass(OutboxTable table, Topics topics) implements Pass {

    @Override
    public Single<Passed> run(final String topic, final Term term) {
        return table.read(topic).flatMap(waiting -> {
            if (waiting.isEmpty()) {
                return Single.just(new Passed(0, 0));
            }
            final List<NewMessage> messages =
                    waiting.stream().map(OutboxTable.WaitingMessage::message).toList();
            final long bytes =
                    messages.stream().mapToLong(each -> each.body().length).sum();
            return topics.send(topic, messages, term)
                    .andThen(table.delete(
                            topic,
                            waiting.stream().map(OutboxTable.WaitingMessage::id).toList()))
                    .toSingleDefault(new Passed(messages.size(), bytes));
        });
    }
}
