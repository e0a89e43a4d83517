package org.jzenith.messages.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.messages.plugin.Inbox.ORDERS;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.error.MessageTooLargeException;
import org.jzenith.messages.plugin.Inbox.Delivered;
import org.jzenith.messages.plugin.Inbox.OrderPlaced;

/** Messages that nobody can handle, and messages that are not published. */
final class BadMessagesTest {

    private static final String GOOD = "{\"customer\":\"a\",\"number\":1}";

    private final Inbox inbox = new Inbox();
    private RunningApplication application;

    /** A service with a mistake. */
    static final class Broken {

        Completable work(final BiFunction<OrderPlaced, Broken, Completable> mistake, final OrderPlaced order) {
            return mistake.apply(order, this);
        }
    }

    @BeforeEach
    void start() {
        application = application(MessagesPlugin.create().consumingMessages(ORDERS, "mail", Inbox.class, Inbox::take));
    }

    private RunningApplication application(final MessagesPlugin plugin) {
        return JZenith.application()
                .withPlugins(plugin)
                .withConfiguration("messages.orders.max-size", "1K")
                .withConfiguration("messages.orders.retry-pause", "1ms")
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Inbox.class).toInstance(inbox);
                        bind(Broken.class).toInstance(new Broken());
                    }
                })
                .run();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private void append(final @Nullable String key, final String body, final Map<String, String> headers) {
        append("m-" + UUID.randomUUID(), key, body, headers);
    }

    private void append(
            final String id, final @Nullable String key, final String body, final Map<String, String> headers) {
        application
                .get(Topics.class)
                .engine("orders")
                .append(
                        "orders",
                        List.of(new NewMessage(
                                id, 0, key, headers, body.getBytes(StandardCharsets.UTF_8), Instant.now())),
                        null)
                .blockingAwait();
    }

    private List<DeadLetter> deadLetters() {
        return application.get(DeadLetters.class).list("orders", 100).blockingGet();
    }

    /** Appends a bad message, and returns its dead letter when a good one with the same key has been handled. */
    private String errorOf(final @Nullable String key, final String body, final Map<String, String> headers)
            throws Exception {
        append(key, body, headers);
        append("a", GOOD, Map.of());
        final Delivered good = inbox.next();
        assertThat(good.order()).isEqualTo("a1");
        good.succeed();
        ConsumerTest.await(() -> !deadLetters().isEmpty());
        final DeadLetter letter = deadLetters().get(0);
        assertThat(letter.attempts()).isEqualTo(1);
        assertThat(letter.body()).isEqualTo(body.getBytes(StandardCharsets.UTF_8));
        assertThat(letter.headers()).isEqualTo(headers);
        assertThat(inbox.waiting()).isZero();
        return letter.error();
    }

    @Test
    void aMessageThatIsNotJsonIsADeadLetter() throws Exception {
        assertThat(errorOf("a", "customer=secret", Map.of()))
                .isEqualTo("The body cannot be read as " + OrderPlaced.class.getName()
                        + ": JsonParseException at line 1, column 1.");
    }

    @Test
    void aMessageOfAnotherVersionIsADeadLetter() throws Exception {
        assertThat(errorOf("a", "{\"customer\":{\"id\":\"secret\"},\"number\":1}", Map.of()))
                .isEqualTo("The body cannot be read as " + OrderPlaced.class.getName()
                        + ": MismatchedInputException at line 1, column 13.");
    }

    @Test
    void aMessageWithAFieldOfALaterVersionIsHandled() throws Exception {
        append("a", "{\"customer\":\"a\",\"number\":2,\"currency\":\"EUR\"}", Map.of());
        final Delivered delivered = inbox.next();
        assertThat(delivered.order()).isEqualTo("a2");
        delivered.succeed();
    }

    @Test
    void aMessageThatIsNullIsADeadLetter() throws Exception {
        assertThat(errorOf("a", "null", Map.of())).isEqualTo("The body is null.");
    }

    @Test
    void aMessageThatIsTooLargeIsADeadLetter() throws Exception {
        assertThat(errorOf("a", "{\"customer\":\"" + "a".repeat(2_000) + "\",\"number\":1}", Map.of()))
                .isEqualTo("The message has 2027 bytes, more than messages.orders.max-size, which is 1K.");
    }

    @Test
    void aMessageWithoutAKeyIsADeadLetterWhereTheTopicHasKeys() throws Exception {
        assertThat(errorOf(null, GOOD, Map.of())).isEqualTo("The message has no key, but the topic 'orders' has keys.");
    }

    @Test
    void aMessageWithTenThousandHeadersIsADeadLetter() throws Exception {
        final Map<String, String> headers =
                IntStream.range(0, 10_000).boxed().collect(Collectors.toMap(i -> "h" + i, i -> "v"));
        assertThat(errorOf("a", GOOD, headers))
                .isEqualTo("The message has 10000 headers, which are too many or too long.");
    }

    @Test
    void aForgedTraceStopsNothing() throws Exception {
        append("a", GOOD, Map.of("traceparent", "00-\r\nforged: yes-01", "tracestate", "="));
        final Delivered delivered = inbox.next();
        assertThat(delivered.order()).isEqualTo("a1");
        delivered.succeed();
    }

    @Test
    void aForgedIdIsNotTheRequestId() throws Exception {
        append("m\r\nINFO all is well", "a", GOOD, Map.of());
        final Delivered delivered = inbox.next();
        assertThat(delivered.context().id()).startsWith("orders/mail-").doesNotContain("\n");
        delivered.succeed();
    }

    private String errorOf(final BiFunction<OrderPlaced, Broken, Completable> mistake) throws Exception {
        application.close();
        application = application(MessagesPlugin.create()
                .consuming(ORDERS, "mail", Broken.class, (service, order) -> service.work(mistake, order))
                .withDeadLetters(2));
        application.get(Messages.class).publish(ORDERS, new OrderPlaced("a", 1)).blockingAwait();
        ConsumerTest.await(() -> !deadLetters().isEmpty());
        assertThat(deadLetters().get(0).attempts()).isEqualTo(2);
        return deadLetters().get(0).error();
    }

    @Test
    void aHandlerThatReturnsNullFails() throws Exception {
        assertThat(errorOf((order, service) -> null)).isEqualTo("java.lang.NullPointerException");
    }

    @Test
    void aHandlerThatThrowsFails() throws Exception {
        assertThat(errorOf((order, service) -> {
                    throw new IllegalArgumentException("no mail");
                }))
                .isEqualTo("java.lang.IllegalArgumentException");
    }

    @Test
    void aHandlerThatThrowsAnErrorFails() throws Exception {
        assertThat(errorOf((order, service) -> {
                    throw new NoClassDefFoundError("mail");
                }))
                .isEqualTo("java.lang.NoClassDefFoundError");
    }

    @Test
    void anUnknownTopicIsNotPublished() {
        final Messages messages = application.get(Messages.class);
        assertThatThrownBy(() -> messages.publish(Topic.of("oders", OrderPlaced.class), new OrderPlaced("a", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The application has no topic 'oders'. It has orders. Add it with publishing(..) or"
                        + " consuming(..) of MessagesPlugin.");
        assertThatThrownBy(() -> messages.publish(Topic.of("orders", String.class), "a"))
                .hasMessage("The topic 'orders' has messages of the class " + OrderPlaced.class.getName()
                        + ", not java.lang.String.");
    }

    @Test
    void aMessageBeyondTheLimitsIsNotPublished() {
        final Messages messages = application.get(Messages.class);
        assertThatThrownBy(() -> messages.publish(ORDERS, new OrderPlaced("a".repeat(1_000), 1))
                        .blockingAwait())
                .isInstanceOf(MessageTooLargeException.class)
                .hasMessage("A message of the topic 'orders' has 2026 bytes, more than messages.orders.max-size,"
                        + " which is 1K.");
        final Map<String, String> headers =
                IntStream.range(0, 65).boxed().collect(Collectors.toMap(i -> "h" + i, i -> "v"));
        assertThatThrownBy(() -> messages.publish(ORDERS, new OrderPlaced("a", 1), headers)
                        .blockingAwait())
                .isInstanceOf(MessageTooLargeException.class)
                .hasMessage(
                        "A message of the topic 'orders' has too many headers, or too large ones. Number of headers: 65;"
                                + " characters in total: 250. The limit is 64 headers with 8192 characters in total. Put the data into the body of the message instead.");
        assertThatThrownBy(() -> messages.publish(ORDERS, new OrderPlaced("a", 1), Map.of("note", "x".repeat(8189)))
                        .blockingAwait())
                .isInstanceOf(MessageTooLargeException.class)
                .hasMessageContaining("Number of headers: 1; characters in total: 8193.");
        assertThatThrownBy(() -> messages.publish(ORDERS, new OrderPlaced("a", 1), Map.of("jzenith-consumer", "mail")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The header 'jzenith-consumer' cannot be set, because names that start with 'jzenith-' are"
                        + " reserved. Use another name.");
        assertThatThrownBy(
                        () -> messages.publish(ORDERS, new OrderPlaced(null, 1)).blockingAwait())
                .isInstanceOf(NullPointerException.class)
                .hasMessage(
                        "The function in keyedBy(..) of the topic 'orders' returned null, so the message has no key.");
    }
}
