package org.jzenith.docs.cookbook.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestStream;

/** The broadcaster of docs/cookbook/live-events.md that is joined to a topic. */
final class NewsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(NewsResource.class),
                    MessagesPlugin.create().publishing(NewsResource.NEWS))
            .withConfiguration("messages.news.over", "memory"));

    @Test
    void whatIsPublishedIsBroadcast() {
        try (TestStream<TestEvent> one = APP.http().events("/news")) {
            try (TestStream<TestEvent> other = APP.http().events("/news")) {
                APP.http().post("/news", new News("rain")).expectStatus(204);
                assertThat(one.next().as(News.class).text()).isEqualTo("rain");
                assertThat(other.next().as(News.class).text()).isEqualTo("rain");
            }
        }
    }
}
