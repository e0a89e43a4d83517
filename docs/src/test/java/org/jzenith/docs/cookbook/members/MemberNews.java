package org.jzenith.docs.cookbook.members;

import io.reactivex.Flowable;
import io.reactivex.processors.FlowableProcessor;
import io.reactivex.processors.PublishProcessor;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.util.concurrent.TimeUnit;
import org.jzenith.security.authorization.Authenticated;

/** Sends each member's news to all members, with the name of the sender. */
@Path("/news")
@Authenticated
@Singleton
public final class MemberNews {

    /** A message to all pages. */
    public record Item(String by, String text) {}

    private static final int MOST_WAITING = 1_000;

    private final FlowableProcessor<Item> items =
            PublishProcessor.<Item>create().toSerialized();
    private final SecurityContext security;

    @Inject
    MemberNews(final SecurityContext security) {
        this.security = security;
    }

    @POST
    @Consumes(MediaType.TEXT_PLAIN)
    public void add(@NotBlank @Size(max = 500) final String text) {
        items.onNext(new Item(security.getUserPrincipal().getName(), text));
    }

    /** Ends after an hour, so that a member who has left must authenticate again. */
    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<Item> items() {
        return items.onBackpressureBuffer(MOST_WAITING).takeUntil(Flowable.timer(1, TimeUnit.HOURS));
    }
}
