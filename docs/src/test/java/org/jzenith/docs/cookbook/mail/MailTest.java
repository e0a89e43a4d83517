package org.jzenith.docs.cookbook.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.cookbook.Await;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The code of docs/cookbook/order-mail.md. */
final class MailTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application()
            .withConfiguration("postgresql.migrations.locations", "cookbook/migration")
            .withConfiguration("messages.orders.attempts", 1));

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        PostgresqlPlugin.create(),
                        MessagesPlugin.create()
                                .consuming(
                                        Orders.PLACED,
                                        "mail",
                                        OrderMails.class,
                                        OrderMails::orderPlaced)
                                .consumingMessages(
                                        Orders.PLACED,
                                        "count",
                                        OrderCounts.class,
                                        OrderCounts::orderPlaced),
                        SqlMessagesPlugin.create())
                .withModules(binder -> {
                    binder.bind(Mails.class);
                    binder.bind(Orders.class);
                    binder.bind(OrderMails.class);
                    binder.bind(OrderCounts.class);
                });
        // endregion
    }

    private static long number(final String sql) {
        return APP.get(Database.class).query(sql).as(Long.class).single().blockingGet();
    }

    // region test
    @Test
    void anOrderIsMailed() {
        final long id =
                APP.get(Orders.class).place("ann", "ann@example.com").blockingGet();
        Await.until(() -> APP.get(Mails.class)
                .sent()
                .contains("ann@example.com: Thank you for order " + id + "."));
    }
    // endregion

    @Test
    void eachOrderIsCountedOnce() {
        APP.get(Orders.class).place("dan", "dan@example.com").ignoreElement().blockingAwait();
        final long orders = number("SELECT count(*) FROM customer_order");
        Await.until(() -> number("SELECT orders FROM order_count") >= orders);
        assertThat(number("SELECT orders FROM order_count")).isEqualTo(orders);
    }

    @Test
    void anOrderThatIsRolledBackIsNotMailed() {
        final Outbox outbox = APP.get(Outbox.class);
        assertThatThrownBy(() -> APP.get(Database.class)
                        .withTransaction(
                                tx -> outbox.publish(tx, Orders.PLACED, new OrderPlaced(0, "bob", "never@example.com"))
                                        .andThen(Single.error(new IllegalStateException("The article is sold out."))))
                        .blockingGet())
                .hasMessage("The article is sold out.");
        anOrderIsMailed();
        assertThat(APP.get(Mails.class).sent()).noneMatch(mail -> mail.startsWith("never@example.com"));
    }

    @Test
    void aMailThatCannotBeSentBecomesADeadLetter() {
        APP.get(Orders.class).place("cleo", "no address").ignoreElement().blockingAwait();
        Await.until(() ->
                !APP.get(DeadLetters.class).list("orders", 10).blockingGet().isEmpty());
        assertThat(APP.get(DeadLetters.class).list("orders", 10).blockingGet())
                .extracting(letter -> List.of(letter.consumer(), String.valueOf(letter.key())))
                .containsExactly(List.of("mail", "cleo"));
    }
}
