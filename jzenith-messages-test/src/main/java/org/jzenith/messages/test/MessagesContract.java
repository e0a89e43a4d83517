package org.jzenith.messages.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.messages.test.TimeLimited.get;
import static org.jzenith.messages.test.TimeLimited.run;
import static org.jzenith.messages.test.TimeLimited.until;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;

/** For plugins: tests the rules that applications rely on with every engine. Two instances of an application share its topics. */
public abstract class MessagesContract {

    private static final String POISON = "poison";

    private final String name = "orders-" + UUID.randomUUID().toString().substring(0, 8);
    private final Topic<Order> orders = Topic.of(name, Order.class).keyedBy(Order::customer);
    private final List<RunningApplication> running = new ArrayList<>();
    private final Queue<Order> handled = new ConcurrentLinkedQueue<>();
    private volatile boolean healed;

    /** Creates the test. */
    protected MessagesContract() {}

    /**
     * An order.
     *
     * @param customer the key of the message
     * @param number the number of the order, which rises for each customer
     */
    public record Order(String customer, int number) {}

    /** The consumer of one instance. */
    private final class Mail {

        private final Queue<Order> seen = new ConcurrentLinkedQueue<>();

        private Completable send(final Order order) {
            return Completable.fromAction(() -> {
                if (order.customer().equals(POISON) && !healed) {
                    throw new IllegalStateException("poisonous");
                }
                seen.add(order);
                handled.add(order);
            });
        }
    }

    /**
     * Returns the value of {@code messages.TOPIC.over}.
     *
     * @return the name of the engine
     */
    protected abstract String engine();

    /**
     * Adds the engine to an application, with the address of a server that all instances share.
     *
     * @param application an application with {@link MessagesPlugin}
     * @return the application with the plugins of the engine
     */
    protected abstract JZenith with(JZenith application);

    @AfterEach
    final void stop() {
        running.forEach(RunningApplication::close);
    }

    private JZenith application(final Mail mail) {
        return with(JZenith.application())
                .withPlugins(MessagesPlugin.create()
                        .consuming(orders, "mail", Mail.class, Mail::send)
                        .withDeadLetters(2))
                .withModules(binder -> binder.bind(Mail.class).toInstance(mail))
                .withConfiguration("messages." + name + ".over", engine())
                .withConfiguration("messages." + name + ".retry-pause", "1ms");
    }

    private RunningApplication start(final Mail mail) {
        final RunningApplication application = application(mail).run();
        running.add(application);
        return application;
    }

    private void publish(final RunningApplication application, final String customer, final int number) {
        run(application.get(Messages.class).publish(orders, new Order(customer, number)));
    }

    /** Publishes orders of eight customers until both instances have handled some. Returns the number of orders of each customer. */
    private int publishUntilShared(final RunningApplication from, final Mail one, final Mail other) {
        int number = 0;
        one.seen.clear();
        other.seen.clear();
        while (one.seen.isEmpty() || other.seen.isEmpty()) {
            for (int i = 0; i < 40; i++) {
                publish(from, "customer-" + i % 8, number + i / 8);
            }
            number += 5;
            final int sent = number * 8;
            until(() -> handled.size() >= sent);
        }
        return number;
    }

    private void assertHandledInOrder(final int numbers) {
        for (int i = 0; i < 8; i++) {
            final String customer = "customer-" + i;
            until(() -> handled.stream()
                            .filter(order -> order.customer().equals(customer))
                            .distinct()
                            .count()
                    == numbers);
            // A repeat is allowed, an order that overtakes another is not.
            final Set<Integer> found = new LinkedHashSet<>();
            handled.stream()
                    .filter(order -> order.customer().equals(customer))
                    .forEach(order -> found.add(order.number()));
            assertThat(found)
                    .containsExactlyElementsOf(
                            IntStream.range(0, numbers).boxed().toList());
        }
    }

    @Test
    void instancesShareTheMessagesInOrderPerKey() {
        final Mail one = new Mail();
        final Mail other = new Mail();
        final RunningApplication first = start(one);
        start(other);
        final int numbers = publishUntilShared(first, one, other);
        assertHandledInOrder(numbers);
        assertThat(one.seen).as("customers of one instance").doesNotContainAnyElementsOf(other.seen);
    }

    @Test
    void messagesOfAnInstanceThatStopsGoToTheOther() {
        final Mail one = new Mail();
        final Mail other = new Mail();
        final RunningApplication first = start(one);
        final RunningApplication second = start(other);
        final int shared = publishUntilShared(second, one, other);
        first.close();
        one.seen.clear();
        for (int number = shared; number < shared + 5; number++) {
            for (int customer = 0; customer < 8; customer++) {
                publish(second, "customer-" + customer, number);
            }
        }
        assertHandledInOrder(shared + 5);
        assertThat(one.seen).isEmpty();
    }

    @Test
    void restartedApplicationContinuesAfterTheLastMessage() {
        final RunningApplication first = start(new Mail());
        publish(first, "a", 0);
        until(() -> handled.size() == 1);
        first.close();
        final RunningApplication second = start(new Mail());
        publish(second, "a", 1);
        until(() -> handled.size() == 2);
        assertThat(handled).containsExactly(new Order("a", 0), new Order("a", 1));
    }

    @Test
    void poisonousMessageBecomesADeadLetterThatAnyInstanceReplays() {
        final RunningApplication first = start(new Mail());
        final RunningApplication second = start(new Mail());
        publish(first, POISON, 0);
        publish(first, "a", 0);
        until(() -> handled.size() == 1);
        final DeadLetters letters = second.get(DeadLetters.class);
        until(() -> get(letters.counts()).containsKey(name));
        final List<DeadLetter> found = get(letters.list(name, 10));
        assertThat(found).singleElement().satisfies(letter -> {
            assertThat(letter.consumer()).isEqualTo("mail");
            assertThat(letter.key()).isEqualTo(POISON);
            assertThat(letter.attempts()).isEqualTo(2);
        });
        healed = true;
        run(letters.replay(name, found.get(0).id()));
        until(() -> handled.contains(new Order(POISON, 0)));
        assertThat(get(letters.counts())).doesNotContainKey(name);
    }

    private TestSubscriber<Followed<Order>> follow(final RunningApplication application, final String after) {
        return application.get(Messages.class).follow(orders, after).test();
    }

    @Test
    void followerContinuesOnAnotherInstanceAfterItsPosition() {
        final RunningApplication first = start(new Mail());
        final RunningApplication second = start(new Mail());
        final TestSubscriber<Followed<Order>> before =
                first.get(Messages.class).follow(orders, null).test();
        int sent = 0;
        while (before.valueCount() == 0) {
            publish(first, "a", sent++);
            before.awaitCount(1, () -> {}, 100);
        }
        final int next = sent;
        final Followed<Order> last = before.values().get(0);
        for (int number = next; number < next + 20; number++) {
            publish(first, "a", number);
        }
        final int received = ((Followed.Next<Order>) last).message().value().number();
        final TestSubscriber<Followed<Order>> after = follow(second, last.position());
        after.awaitCount(next + 19 - received, () -> {}, 60_000);
        assertThat(Flowable.fromIterable(after.values())
                        .cast(Followed.Next.class)
                        .map(each -> ((Order) each.message().value()).number())
                        .toList()
                        .blockingGet())
                .containsExactlyElementsOf(
                        IntStream.range(received + 1, next + 20).boxed().toList());
        before.dispose();
        after.dispose();
    }

    @Test
    void positionThatWasNeverIssuedResetsTheFollower() {
        final TestSubscriber<Followed<Order>> follower = follow(start(new Mail()), "forged-7");
        follower.awaitCount(1, () -> {}, 60_000);
        assertThat(follower.values().get(0)).isInstanceOf(Followed.Reset.class);
        follower.dispose();
    }

    @Test
    void topicWithAnotherNumberOfPartitionsFailsTheStart() {
        start(new Mail());
        assertThatThrownBy(() -> application(new Mail())
                        .withConfiguration("messages." + name + ".partitions", "9")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The topic '" + name + "' has 8 partitions")
                .hasMessageContaining("messages." + name + ".partitions is 9");
    }
}
