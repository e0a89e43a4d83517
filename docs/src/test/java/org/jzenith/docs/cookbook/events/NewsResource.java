package org.jzenith.docs.cookbook.events;

import io.reactivex.Completable;
import io.reactivex.flowables.ConnectableFlowable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import org.jzenith.messages.Followed;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;

/** Broadcasts on every instance what any instance publishes. */
@Singleton
@Path("/news")
public final class NewsResource {

    static final Topic<News> NEWS = Topic.of("news", News.class);

    private final Sse sse;
    private final Messages messages;
    // region join
    private final SseBroadcaster broadcaster;
    private final ConnectableFlowable<Followed<News>> published;

    @Inject
    NewsResource(final Sse sse, final Messages messages) {
        this.sse = sse;
        this.messages = messages;
        broadcaster = sse.newBroadcaster();
        published = messages.follow(NEWS, null).doOnNext(this::broadcast).publish();
    }

    private void broadcast(final Followed<News> followed) {
        if (followed instanceof final Followed.Next<News> next) {
            broadcaster.broadcast(
                    sse.newEventBuilder().data(next.message().value()).build());
        }
    }

    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void listen(@Context final SseEventSink sink) {
        broadcaster.register(sink);
        published.connect(); // which happens once
    }
    // endregion

    @POST
    public Completable add(final News news) {
        return messages.publish(NEWS, news);
    }
}
