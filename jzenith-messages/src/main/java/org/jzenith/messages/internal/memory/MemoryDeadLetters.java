package org.jzenith.messages.internal.memory;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.DeadLetterStore;

/** Dead letters in memory. */
final class MemoryDeadLetters implements DeadLetterStore {

    private final MemoryBudget budget;
    private final LongSupplier drop;
    private final Map<String, Map<String, DeadLetter>> letters = new HashMap<>();

    MemoryDeadLetters(final MemoryBudget budget, final LongSupplier drop) {
        this.budget = budget;
        this.drop = drop;
    }

    private static long size(final DeadLetter letter) {
        return MemoryBudget.size(letter.key(), letter.headers(), letter.body());
    }

    @Override
    public Completable add(final DeadLetter letter) {
        return Completable.fromAction(() -> {
            budget.take(size(letter), drop);
            if (!put(letter)) {
                budget.give(size(letter));
            }
        });
    }

    private synchronized boolean put(final DeadLetter letter) {
        return letters.computeIfAbsent(letter.topic(), any -> new LinkedHashMap<>())
                        .putIfAbsent(letter.id(), letter)
                == null;
    }

    @Override
    public Single<List<DeadLetter>> list(final String topic, final int most) {
        return Single.fromCallable(() -> oldest(topic, most));
    }

    private synchronized List<DeadLetter> oldest(final String topic, final int most) {
        return letters.getOrDefault(topic, Map.of()).values().stream()
                .limit(most)
                .toList();
    }

    @Override
    public Maybe<DeadLetter> find(final String topic, final String id) {
        return Maybe.fromCallable(() -> get(topic, id));
    }

    private synchronized @Nullable DeadLetter get(final String topic, final String id) {
        return letters.getOrDefault(topic, Map.of()).get(id);
    }

    @Override
    public Single<Boolean> remove(final String topic, final String id) {
        return Single.fromCallable(() -> {
            final DeadLetter removed = take(topic, id);
            if (removed != null) {
                budget.give(size(removed));
            }
            return removed != null;
        });
    }

    private synchronized @Nullable DeadLetter take(final String topic, final String id) {
        final Map<String, DeadLetter> ofTopic = letters.get(topic);
        return ofTopic == null ? null : ofTopic.remove(id);
    }

    @Override
    public Single<Map<String, Long>> counts() {
        return Single.fromCallable(this::sizes);
    }

    private synchronized Map<String, Long> sizes() {
        final Map<String, Long> counts = new HashMap<>();
        letters.forEach((topic, ofTopic) -> {
            if (!ofTopic.isEmpty()) {
                counts.put(topic, (long) ofTopic.size());
            }
        });
        return counts;
    }
}
