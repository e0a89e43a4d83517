package org.jzenith.docs.cookbook.livetopic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.docs.cookbook.SecondInstance;
import org.jzenith.messages.Messages;
import org.jzenith.messages.live.LiveEventsPlugin;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;

/** The code of docs/cookbook/live-topic.md. */
final class LiveTopicTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(LiveTopicTest::application);

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(PriceResource.class),
                        PostgresqlPlugin.create(),
                        MessagesPlugin.create().publishing(PriceResource.PRICES),
                        SqlMessagesPlugin.create(),
                        LiveEventsPlugin.create());
        // endregion
    }

    @Test
    void aPriceThatChangesOnOneInstanceIsShownOnTheOther() {
        final RunningApplication other = SecondInstance.of(APP, application());
        try (TestStream<TestEvent> prices = APP.http().events("/prices")) {
            other.get(Messages.class)
                    .publish(PriceResource.PRICES, new Price("tea", 250))
                    .blockingAwait();
            assertThat(prices.next().as(Price.class)).isEqualTo(new Price("tea", 250));
        } finally {
            other.stop();
        }
    }
}
