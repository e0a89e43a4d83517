package org.jzenith.messages.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.subscribers.TestSubscriber;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;

/** The rules that hold for applications over each engine: two instances that share its topics. */
@Timeout(120)
public abstract class MessagesContract {

    private static final String POISON = "poison";

    private final String name = "orders-" + UUID.randomUUID().toString().substring(0, 8);
    private final Topic<Order> orders = Topic.of(name, Order.class).keyedBy(Order::customer);
    private final List<RunningApplication> running = new ArrayList<>();
    private final Queue<Order> handled = new ConcurrentLinkedQueue<>();
    private volatile boolean healed;

    /**
     * An order.
     *
     * @param number rises for each customer
     */
    public record Order(String customer, int number) {}

    /** The consumer of one instance. */
    public final class Mail {

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

    /** Returns the value of {@code messages.TOPIC.over}. */
    protected abstract String engine();

    /** Adds the engine, which all instances share, to an application. */
    protected abstract JZenith with(JZenith application);

    @AfterEach
    final void stop() {
        running.forEach(RunningApplication::close);
    }

    private JZenith application(final Mail mail, final String... arguments) {
        return with(JZenith.application(arguments))
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

    private static void until(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private void publish(final RunningApplication application, final String customer, final int number) {
        application
                .get(Messages.class)
                .publish(orders, new Order(customer, number))
                .blockingAwait();
    }

    /** Publishes for eight customers until both instances have handled some orders; returns the number of orders of each. */
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
        until(() -> letters.counts().blockingGet().containsKey(name));
        final List<DeadLetter> found = letters.list(name, 10).blockingGet();
        assertThat(found).singleElement().satisfies(letter -> {
            assertThat(letter.consumer()).isEqualTo("mail");
            assertThat(letter.key()).isEqualTo(POISON);
            assertThat(letter.attempts()).isEqualTo(2);
        });
        healed = true;
        letters.replay(name, found.get(0).id()).blockingAwait();
        until(() -> handled.contains(new Order(POISON, 0)));
        assertThat(letters.counts().blockingGet()).doesNotContainKey(name);
    }

    /** Returns the lines of an option, and of the log. */
    private List<String> printed(final String option) {
        final PrintStream before = System.out;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            application(new Mail(), option).run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void optionsOfTheCommandLineListAndReplayDeadLetters() {
        final RunningApplication first = start(new Mail());
        publish(first, POISON, 0);
        final DeadLetters letters = first.get(DeadLetters.class);
        until(() -> letters.counts().blockingGet().containsKey(name));
        assertThat(printed("--dead-letters"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(name + "/" + name + ".mail.")
                        .endsWith("  2 attempts  java.lang.IllegalStateException"));
        healed = true;
        assertThat(printed("--replay-dead-letters=" + name)).contains("1 dead letter was published again.");
        until(() -> handled.contains(new Order(POISON, 0)));
        assertThat(printed("--dead-letters")).contains("There are no dead letters.");
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
