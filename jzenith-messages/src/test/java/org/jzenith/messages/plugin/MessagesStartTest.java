package org.jzenith.messages.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jzenith.messages.plugin.Inbox.ORDERS;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.google.inject.AbstractModule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.Inbox.OrderPlaced;
import org.jzenith.test.internal.log.LogLines;
import org.jzenith.test.internal.log.PrintedText;

/** The start of an application with topics, its mistakes, and the options of the command line. */
final class MessagesStartTest {

    private final Inbox inbox = new Inbox();
    private final SharedStore shared = new SharedStore();

    /** A type that nobody binds. */
    interface Unbound {}

    private JZenith application(final MessagesPlugin plugin, final String... arguments) {
        return JZenith.application(arguments).withPlugins(plugin).withModules(shared, new AbstractModule() {
            @Override
            protected void configure() {
                bind(Inbox.class).toInstance(inbox);
            }
        });
    }

    private static MessagesPlugin mail() {
        return MessagesPlugin.create().consumingMessages(ORDERS, "mail", Inbox.class, Inbox::take);
    }

    private static List<String> problems(final JZenith application) {
        return catchThrowableOfType(StartException.class, application::run).problems().stream()
                .map(problem -> problem.what() + " " + problem.remedy())
                .toList();
    }

    @Test
    void mistakesInCodeAreReportedTogether() {
        assertThat(problems(application(mail().consumingMessages(ORDERS, "mail", Inbox.class, Inbox::take)
                        .consumingMessages(ORDERS, "Mail", Inbox.class, Inbox::take)
                        .publishing(Topic.of("orders", String.class)))))
                .containsExactlyInAnyOrder(
                        "The topic 'orders' has messages of the class java.lang.String, and of the class "
                                + OrderPlaced.class.getName()
                                + ". Declare the topic once, as a constant, or rename one of the two topics.",
                        "The topic 'orders' has two consumers with the name 'mail'."
                                + " Give each consumer of a topic its own name. Each consumer gets all messages.",
                        "A consumer of the topic 'orders' cannot have the name 'Mail'."
                                + " Use 1 to 63 lower-case letters, digits and hyphens, starting with a letter.");
    }

    @Test
    void aTopicWithAndWithoutAKeyDoesNotStart() {
        assertThat(problems(application(mail().publishing(Topic.of("orders", OrderPlaced.class)))))
                .containsExactly("The topic 'orders' is declared with a key and without one."
                        + " Declare the topic once, as a constant.");
    }

    @Test
    void anUnknownTopicInTheSettingsDoesNotStart() {
        assertThat(problems(application(mail(), "--messages.oders.over=memory")))
                .anySatisfy(problem -> assertThat(problem)
                        .contains("messages.oders.over")
                        .contains("Did you mean --messages.orders.over?"));
    }

    @Test
    void anEngineThatNoPluginHasDoesNotStart() {
        assertThat(problems(application(mail(), "--messages.orders.over=tape")))
                .containsExactly("messages.orders.over is 'tape', and the application has no message engine with this"
                        + " name. Set it to one of: memory, shared.");
    }

    @Test
    void anotherNumberOfPartitionsDoesNotStart() {
        application(mail(), "--messages.orders.over=shared").run().close();
        assertThat(problems(application(mail(), "--messages.orders.over=shared", "--messages.orders.partitions=4")))
                .singleElement()
                .asString()
                .contains("partitions");
    }

    @Test
    void aServiceThatCannotBeCreatedDoesNotStart() {
        assertThat(problems(application(MessagesPlugin.create()
                        .consuming(
                                ORDERS,
                                "mail",
                                Unbound.class,
                                (service, order) -> io.reactivex.Completable.complete()))))
                .anySatisfy(problem -> assertThat(problem).contains("MessagesStartTest.Unbound is not bound"));
    }

    private List<String> warnings(final String... settings) {
        try (LogLines log = LogLines.of("org.jzenith.messages")) {
            application(mail(), settings).run().close();
            return log.events().stream()
                    .filter(line -> line.getLevel() == Level.WARN)
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        }
    }

    @Test
    void withoutASettingMessagesInMemoryAreAWarning() {
        assertThat(warnings())
                .containsExactly("Topics in memory: orders. Their messages are lost when the process ends, and other"
                        + " instances do not get them. Add a plugin that keeps messages, or set"
                        + " messages.TOPIC.over=memory to accept this.");
        assertThat(warnings("--messages.orders.over=memory")).isEmpty();
    }

    private static String printed(final JZenith application) {
        return PrintedText.during(application::run).strip();
    }

    @Test
    void optionsOfTheCommandLineListAndReplayDeadLetters() throws Exception {
        final String[] over = {"--messages.orders.over=shared"};
        try (RunningApplication application =
                application(mail().withDeadLetters(1), over).run()) {
            application
                    .get(Messages.class)
                    .publish(ORDERS, new OrderPlaced("a", 1))
                    .blockingAwait();
            inbox.next().fail();
            final DeadLetters letters = application.get(DeadLetters.class);
            ConsumerTest.await(() -> !letters.list("orders", 1).blockingGet().isEmpty());
        }
        final String listed = printed(application(mail(), over[0], "--dead-letters"));
        assertThat(listed)
                .matches("orders/orders\\.mail\\.[0-9]+\\.1\\.[0-9a-f]+  \\S+Z  message \\S+  1 attempt {2}"
                        + "java\\.lang\\.IllegalStateException");
        assertThat(printed(application(
                        mail(), over[0], "--replay-dead-letters=" + listed.substring(0, listed.indexOf(' ')))))
                .isEqualTo("1 dead letter was published again.");
        assertThat(printed(application(mail(), over[0], "--dead-letters"))).isEqualTo("There are no dead letters.");
        assertThat(printed(application(mail(), over[0], "--replay-dead-letters=orders")))
                .isEqualTo("0 dead letters were published again.");
        try (RunningApplication application = application(mail(), over).run()) {
            assertThat(application.endpoints()).isEmpty();
            final Inbox.Delivered again = inbox.next();
            assertThat(again.order()).isEqualTo("a1");
            again.succeed();
        }
    }
}
