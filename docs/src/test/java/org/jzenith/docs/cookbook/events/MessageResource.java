package org.jzenith.docs.cookbook.events;

import io.reactivex.Flowable;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;

@Path("/messages")
public final class MessageResource {

    private final Messages messages;
    private final Sse sse;

    @Inject
    MessageResource(final Messages messages, final Sse sse) {
        this.messages = messages;
        this.sse = sse;
    }

    @POST
    @Consumes(MediaType.TEXT_PLAIN)
    @Produces(MediaType.APPLICATION_JSON)
    public Message add(final String text) {
        return messages.add(text);
    }

    // region events
    @GET
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<OutboundSseEvent> events(
            @HeaderParam("Last-Event-ID") @DefaultValue("") final String last) {
        return messages.after(last)
                .map(message -> sse.newEventBuilder()
                        .id(message.id())
                        .data(message)
                        .build());
    }
    // endregion

    @GET
    @Path("page")
    @Produces(MediaType.TEXT_HTML)
    public String page() {
        return """
                <!doctype html>
                <title>Messages</title>
                <ul id="messages"></ul>
                <script>
                  new EventSource("/messages").onmessage = event => {
                    const line = document.createElement("li");
                    line.textContent = JSON.parse(event.data).text;
                    document.getElementById("messages").append(line);
                  };
                </script>
                """;
    }
}
