package org.jzenith.messages.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.internal.follow.FollowHub;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** Followers of a topic on two instances. */
final class FollowTest {

    private static final Topic<Integer> NUMBERS = Topic.of("numbers", Integer.class);
    private static final int SECONDS = 60;

    private final TestLog log = new TestLog();

    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(this::application);

    @RegisterExtension
    final JZenithExtension other = JZenithExtension.of(this::application);

    private JZenith application() {
        return log.in(JZenith.application()
                .withPlugins(RestPlugin.withResources(), MessagesPlugin.create().publishing(NUMBERS))
                .withConfiguration("messages.numbers.over", "test-log"));
    }

    private static TestSubscriber<Followed<Integer>> follow(
            final JZenithExtension on, final @Nullable String after, final long demand) {
        return on.get(Messages.class).follow(NUMBERS, after).test(demand);
    }

    private static TestSubscriber<Followed<Integer>> follow(final JZenithExtension on, final @Nullable String after) {
        return follow(on, after, Long.MAX_VALUE);
    }

    /** Returns the values, with null for a reset. */
    private static List<@Nullable Integer> next(final TestSubscriber<Followed<Integer>> follower, final int count) {
        await(follower, count);
        final List<@Nullable Integer> values = new ArrayList<>();
        follower.values()
                .forEach(each -> values.add(
                        each instanceof final Followed.Next<Integer> next
                                ? next.message().value()
                                : null));
        return values;
    }

    private static void await(final TestSubscriber<?> follower, final int count) {
        follower.awaitCount(count, TestSubscriber.TestWaitStrategy.SLEEP_10MS, TimeUnit.SECONDS.toMillis(SECONDS));
        assertThat(follower.errors()).isEmpty();
        assertThat(follower.valueCount()).isGreaterThanOrEqualTo(count);
    }

    private void publish(final int from, final int to) {
        for (int i = from; i <= to; i++) {
            log.append("numbers", String.valueOf(i));
        }
    }

    private static List<@Nullable Integer> numbers(final int from, final int to) {
        return new ArrayList<>(IntStream.rangeClosed(from, to).boxed().toList());
    }

    /** Returns the position of a number: a follower from the start has all positions. */
    private static String position(final int number) {
        return "numbers-first." + number;
    }

    private void awaitFollowers(final int count) {
        until(() -> log.followers() == count);
    }

    @Test
    void twoThousandFollowersOfAnInstanceShareOneSubscription() {
        final List<TestSubscriber<Followed<Integer>>> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            all.add(follow(app, position(0)));
        }
        publish(1, 10);
        all.forEach(each -> assertThat(next(each, 10)).isEqualTo(numbers(1, 10)));
        awaitFollowers(1);
        all.forEach(TestSubscriber::cancel);
        awaitFollowers(0);
        final TestSubscriber<Followed<Integer>> again = follow(app, position(10));
        publish(11, 11);
        assertThat(next(again, 1)).isEqualTo(numbers(11, 11));
        again.cancel();
    }

    @Test
    void aFollowerWithoutDemandSlowsNobodyAndGetsAllFromTheLog() {
        final TestSubscriber<Followed<Integer>> slow = follow(app, position(0), 1);
        final TestSubscriber<Followed<Integer>> fast = follow(app, position(0));
        publish(1, 5_000);
        assertThat(next(fast, 5_000)).isEqualTo(numbers(1, 5_000));
        assertThat(next(slow, 1)).isEqualTo(numbers(1, 1));
        awaitFollowers(1);
        slow.request(10);
        assertThat(next(slow, 11)).isEqualTo(numbers(1, 11));
        slow.request(Long.MAX_VALUE);
        publish(5_001, 5_010);
        assertThat(next(slow, 5_010)).isEqualTo(numbers(1, 5_010));
        assertThat(next(fast, 5_010)).isEqualTo(numbers(1, 5_010));
        assertThat(slow.valueCount()).isEqualTo(5_010);
    }

    @Test
    void aFollowerThatJoinsWhileTheApplicationStopsCompletes() {
        try (RunningApplication stopping = application().run()) {
            final FollowHub hub = stopping.get(FollowHub.class);
            final TestSubscriber<Followed<Integer>> follower = stopping.get(Messages.class)
                    .follow(NUMBERS, null)
                    .doOnSubscribe(joined -> hub.stop())
                    .test();
            assertThat(follower.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
            follower.assertComplete();
        }
    }

    @Test
    void aFollowerGoesOnOnAnotherInstanceWithoutGapOrRepeat() {
        final TestSubscriber<Followed<Integer>> here = follow(app, position(0));
        publish(1, 10);
        await(here, 10);
        final String seen = here.values().get(6).position();
        here.cancel();
        publish(11, 300);
        final TestSubscriber<Followed<Integer>> there = follow(other, seen);
        assertThat(next(there, 293)).isEqualTo(numbers(8, 300));
        publish(301, 303);
        assertThat(next(there, 296)).isEqualTo(numbers(8, 303));
    }

    @Test
    void clientsThatReconnectAtOnceShareTheirReads() {
        publish(1, 640);
        final List<TestSubscriber<Followed<Integer>>> all = new ArrayList<>();
        synchronized (log) { // no read starts before all have joined
            for (int i = 0; i < 1_000; i++) {
                all.add(follow(app, position(0)));
            }
        }
        all.forEach(each -> assertThat(next(each, 640)).isEqualTo(numbers(1, 640)));
        assertThat(log.subscriptions()).as("pages of 64").isLessThan(200);
        assertThat(all).allMatch(each -> each.valueCount() == 640);
    }

    @ParameterizedTest
    @ValueSource(strings = {"numbers-first.99", "others-first.1", "", "a b", "<script>", "numbers-first.1\n"})
    void aPositionThatWasNeverIssuedIsReset(final String forged) {
        publish(1, 3);
        final TestSubscriber<Followed<Integer>> follower = follow(app, forged);
        await(follower, 1);
        assertThat(follower.values().get(0)).isEqualTo(new Followed.Reset<Integer>(position(3)));
        publish(4, 5);
        assertThat(next(follower, 3)).containsExactly(null, 4, 5);
    }

    @Test
    void aVeryLongPositionIsReset() {
        final TestSubscriber<Followed<Integer>> follower = follow(app, "1".repeat(100_000));
        publish(1, 1);
        assertThat(next(follower, 1)).startsWith((Integer) null);
    }

    @Test
    void aPositionThatTheLogHasTrimmedIsReset() {
        publish(1, 10);
        log.trim(5);
        assertThat(next(follow(app, position(4)), 1)).containsExactly((Integer) null);
        assertThat(next(follow(app, position(5)), 5)).isEqualTo(numbers(6, 10));
    }

    @Test
    void followersGoOnAfterAnOutage() {
        final TestSubscriber<Followed<Integer>> follower = follow(app, position(0));
        publish(1, 1);
        await(follower, 1);
        log.setAway(true);
        publish(2, 3);
        final TestSubscriber<Followed<Integer>> meanwhile = follow(app, position(0));
        log.setAway(false);
        assertThat(next(follower, 3)).isEqualTo(numbers(1, 3));
        assertThat(next(meanwhile, 3)).isEqualTo(numbers(1, 3));
        awaitFollowers(1);
    }

    @Test
    void followersOfALogThatStartsAgainAreReset() {
        final TestSubscriber<Followed<Integer>> follower = follow(app, position(0));
        publish(1, 2);
        await(follower, 2);
        log.restartEmpty();
        await(follower, 3);
        publish(7, 8);
        assertThat(next(follower, 5)).containsExactly(1, 2, null, 7, 8);
        assertThat(next(follow(other, position(2)), 1)).containsExactly((Integer) null);
    }

    @Test
    void aMessageThatCannotBeReadIsPassedOver() {
        final TestSubscriber<Followed<Integer>> follower = follow(app, position(0));
        publish(1, 1);
        log.append("numbers", "{\"no\":\"number\"}");
        log.append("numbers", "null");
        log.append("numbers", "not JSON");
        publish(5, 5);
        assertThat(next(follower, 2)).containsExactly(1, 5);
    }

    @Test
    void theStopCompletesFollowers() {
        final TestSubscriber<Followed<Integer>> waiting = follow(app, position(0));
        final TestSubscriber<Followed<Integer>> slow = follow(app, position(0), 0);
        publish(1, 1);
        await(waiting, 1);
        app.restart();
        assertThat(waiting.awaitTerminalEvent(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(slow.awaitTerminalEvent(SECONDS, TimeUnit.SECONDS)).isTrue();
        waiting.assertComplete();
        slow.assertComplete();
    }
}
