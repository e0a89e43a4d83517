package org.jzenith.messages.internal.operator;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.engine.Topics;

/** The oldest dead letters of each topic, without their keys and bodies. */
public final class DeadLetterTable implements OperatorTable {

    /** Each may have a large body. */
    private static final int MOST_OF_TOPIC = 20;

    private static final String REPLAY = "replay";
    private static final String REMOVE = "remove";

    private final DeadLetters letters;
    private final Topics topics;

    @Inject
    DeadLetterTable(final DeadLetters letters, final Topics topics) {
        this.letters = letters;
        this.topics = topics;
    }

    @Override
    public String name() {
        return "dead-letters";
    }

    @Override
    public String title() {
        return "Dead letters";
    }

    @Override
    public List<String> columns() {
        return List.of("topic", "consumer", "error", "attempts", "age");
    }

    @Override
    public List<Action> actions() {
        return List.of(new Action(REPLAY, false), new Action(REMOVE, true));
    }

    @Override
    public Single<List<Row>> rows() {
        return letters.counts()
                .flatMapPublisher(counts -> Flowable.fromIterable(counts.entrySet()))
                .concatMapSingle(
                        count -> letters.list(count.getKey(), MOST_OF_TOPIC).map(some -> rows(count, some)))
                .concatMapIterable(rows -> rows)
                .take(MOST_ROWS)
                .toList();
    }

    private static List<Row> rows(final Map.Entry<String, Long> count, final List<DeadLetter> letters) {
        final List<Row> rows = new ArrayList<>();
        for (final DeadLetter letter : letters) {
            final @Nullable String warning = rows.isEmpty()
                    ? "The topic " + letter.topic() + " has " + count.getValue()
                            + (count.getValue() == 1 ? " dead letter" : " dead letters")
                            + ", the oldest from the consumer "
                            + letter.consumer() + "."
                    : null;
            rows.add(new Row(
                    letter.topic() + "/" + letter.id(),
                    List.of(
                            letter.topic(),
                            letter.consumer(),
                            letter.error(),
                            (long) letter.attempts(),
                            letter.diedAt()),
                    warning));
        }
        return rows;
    }

    @Override
    public Completable run(final String action, final String row) {
        final int slash = row.indexOf('/');
        final String topic = row.substring(0, Math.max(0, slash));
        if (!topics.names().contains(topic)) {
            return Completable.error(new NoSuchElementException(row));
        }
        final String id = row.substring(slash + 1);
        return action.equals(REPLAY) ? letters.replay(topic, id) : letters.remove(topic, id);
    }
}
