package org.jzenith.messages.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.messages.test.TimeLimited.run;
import static org.jzenith.messages.test.TimeLimited.until;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Provider;
import io.reactivex.Completable;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.test.internal.fault.ChildJvm;

/**
 * For plugins: tests that one of two instances handles the remaining messages when the other is killed under load. The test of an engine
 * extends this class, and is the main class of the killed instance.
 *
 * <pre>{@code
 * final class KilledInstanceTest extends KilledInstanceContract {
 *
 *     public static void main(String... arguments) {
 *         new KilledInstanceTest().serve(arguments);
 *     }
 * }
 * }</pre>
 */
public abstract class KilledInstanceContract {

    /** The topic with the entries of all accounts. */
    protected static final Topic<Entry> ENTRIES =
            Topic.of("entries", Entry.class).keyedBy(Entry::account);

    private static final String CHILD = "child";
    private static final int ACCOUNTS = 8;
    private static final int AFTER = 20;

    /** Creates the test. */
    protected KilledInstanceContract() {}

    /**
     * An entry of an account.
     *
     * @param account the key of the message
     * @param number the number of the entry in its account, from 1
     */
    public record Entry(String account, int number) {}

    /** A line of the file to which both instances write the entries that they handle. */
    private record Delivery(String account, int number, String instance) {

        static Delivery read(final String line) {
            final String[] parts = line.split(" ", -1);
            return new Delivery(parts[0], Integer.parseInt(parts[1]), parts[2]);
        }

        String line() {
            return account + " " + number + " " + instance + "\n";
        }
    }

    /** The consumer. */
    private final class Accounts {

        private final Injector injector;
        private final Path deliveries;
        private final String instance;

        private Accounts(final Injector injector, final Path deliveries, final String instance) {
            this.injector = injector;
            this.deliveries = deliveries;
            this.instance = instance;
        }

        private Completable add(final Entry entry) {
            return Completable.fromAction(() -> Files.writeString(
                            deliveries,
                            new Delivery(entry.account(), entry.number(), instance).line(),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND))
                    .andThen(Completable.defer(() -> handle(injector, entry)));
        }
    }

    /**
     * Returns an application with the engine.
     *
     * @param settings the settings from {@link #settings}
     * @return an application without {@link MessagesPlugin}, which this class adds
     */
    protected abstract JZenith application(String... settings);

    /**
     * Returns the settings with which an instance reaches the engine's server.
     *
     * @return the settings as command-line arguments
     */
    protected abstract List<String> settings();

    /**
     * Publishes an entry.
     *
     * @param from one of the instances
     * @param entry the next entry of its account
     */
    protected void publish(final RunningApplication from, final Entry entry) {
        run(from.get(Messages.class).publish(ENTRIES, entry));
    }

    /**
     * Handles an entry after it was written to the file. Does nothing by default.
     *
     * @param injector the injector of the instance
     * @param entry the entry
     * @return completes when it is handled
     */
    @CheckReturnValue
    protected Completable handle(final Injector injector, final Entry entry) {
        return Completable.complete();
    }

    /**
     * Checks the effects of handling the entries. Does nothing by default.
     *
     * @param on the surviving instance
     * @param entries the number of entries of each account
     */
    protected void check(final RunningApplication on, final int entries) {}

    /**
     * Runs the instance that will be killed. Call it in the main method.
     *
     * @param arguments the arguments of the main method
     */
    protected final void serve(final String... arguments) {
        start(Path.of(arguments[0]), CHILD, Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    private RunningApplication start(final Path deliveries, final String instance, final String... settings) {
        return application(settings)
                .withPlugins(MessagesPlugin.create().consuming(ENTRIES, "accounts", Accounts.class, Accounts::add))
                .withModules(binder -> {
                    final Provider<Injector> injector = binder.getProvider(Injector.class);
                    binder.bind(Accounts.class)
                            .toProvider(() -> new Accounts(injector.get(), deliveries, instance))
                            .in(Singleton.class);
                })
                .run();
    }

    @Test
    final void entriesOfAKilledInstanceAreHandledInOrderByAnother(@TempDir final Path folder) throws IOException {
        final Path file = Files.createFile(folder.resolve("deliveries"));
        final String[] settings = settings().toArray(String[]::new);
        final String[] arguments = Stream.concat(Stream.of(file.toString()), Arrays.stream(settings))
                .toArray(String[]::new);
        try (RunningApplication here = start(file, "here", settings)) {
            final AtomicInteger number = new AtomicInteger();
            try (ChildJvm child = ChildJvm.start(getClass(), "Open at ", arguments)) {
                until(() -> {
                    publishNext(here, number.incrementAndGet());
                    return deliveries(file).stream()
                                    .filter(each -> each.instance().equals(CHILD))
                                    .count()
                            >= ACCOUNTS;
                });
                assertThat(child).isNotNull();
            }
            for (int i = 0; i < AFTER; i++) {
                publishNext(here, number.incrementAndGet());
            }
            final List<Integer> all =
                    IntStream.rangeClosed(1, number.get()).boxed().toList();
            for (int i = 0; i < ACCOUNTS; i++) {
                final String account = account(i);
                until(() -> firsts(file, account).size() >= all.size());
                assertThat(firsts(file, account)).as(account).isEqualTo(all);
            }
            check(here, number.get());
        }
    }

    private static String account(final int i) {
        return "account-" + i;
    }

    /** Publishes the next entry of each account. */
    private void publishNext(final RunningApplication from, final int number) {
        for (int i = 0; i < ACCOUNTS; i++) {
            publish(from, new Entry(account(i), number));
        }
    }

    private static List<Delivery> deliveries(final Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(Delivery::read).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the numbers of an account's entries, in the order in which they were first delivered. */
    private static List<Integer> firsts(final Path file, final String account) {
        return deliveries(file).stream()
                .filter(each -> each.account().equals(account))
                .map(Delivery::number)
                .distinct()
                .toList();
    }
}
