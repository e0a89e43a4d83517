package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Providers;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jzenith.rest.internal.rx.ElementWriter;
import org.jzenith.rest.internal.rx.StreamFormat;

/**
 * The format of server-sent events.
 *
 * @param heartbeat the time without an event after which a heartbeat comment is sent; zero for never
 * @param retry the time after which clients reconnect; empty to leave it to them
 */
record EventStreams(Duration heartbeat, Optional<Duration> retry) implements StreamFormat {

    @Override
    public boolean isFor(final MediaType type) {
        return type.getType().equalsIgnoreCase("text") && type.getSubtype().equalsIgnoreCase("event-stream");
    }

    /** Nobody keeps a stream of events, and no proxy collects it. */
    @Override
    public void addHeaders(final MultivaluedMap<String, Object> headers) {
        headers.putIfAbsent(HttpHeaders.CACHE_CONTROL, new ArrayList<>(List.of("no-store")));
        headers.putIfAbsent("X-Accel-Buffering", new ArrayList<>(List.of("no")));
    }

    @Override
    public ElementWriter elements(final Providers bodies, final Type elementType, final Annotation[] annotations) {
        return new EventElements(bodies, elementType, annotations, heartbeat, retry);
    }
}
