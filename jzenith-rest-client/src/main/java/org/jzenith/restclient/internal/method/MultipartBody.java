package org.jzenith.restclient.internal.method;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Flowable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.core.EntityPart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.http.internal.response.FormPartHead;
import org.jzenith.restclient.internal.call.CallRequest;

/**
 * A multipart form (RFC 7578). If all parts are in memory it is one body with a length, which can be sent again. Otherwise it is streamed:
 * the streams of its parts are read on worker threads, piece by piece, and closed when the call has ended, also if it was never sent.
 */
final class MultipartBody {

    private static final int PIECE = 64 * 1024;
    private static final String LINE_END = "\r\n";

    private final String boundary = UUID.randomUUID().toString();
    private final List<String> heads = new ArrayList<>();
    private final List<InputStream> contents = new ArrayList<>();
    private final AtomicBoolean begun = new AtomicBoolean();

    MultipartBody(final List<EntityPart> parts, final ObjectMapper mapper) {
        for (final EntityPart part : parts) {
            final String head = FormPartHead.of(
                    part.getName(),
                    part.getFileName(),
                    part.getHeaders(),
                    part.getMediaType().toString());
            heads.add("--" + boundary + LINE_END + head + LINE_END);
            contents.add(PartWriter.content(part, mapper));
        }
    }

    void addTo(final CallRequest call) {
        call.addHeader("Content-Type", "multipart/form-data; boundary=" + boundary);
        if (contents.stream().allMatch(ByteArrayInputStream.class::isInstance)) {
            final Buffer whole = Buffer.buffer();
            for (int i = 0; i < heads.size(); i++) {
                whole.appendString(heads.get(i))
                        .appendBytes(((ByteArrayInputStream) contents.get(i)).readAllBytes())
                        .appendString(LINE_END);
            }
            call.setBody(whole.appendString(end()));
        } else {
            call.setStream(Flowable.defer(this::stream), this::closeUnsent);
        }
    }

    private Flowable<Buffer> stream() {
        if (!begun.compareAndSet(false, true)) {
            return Flowable.error(new IllegalStateException(
                    "The form cannot be sent again, because the streams of its parts were read or closed. Call the method"
                            + " with new parts."));
        }
        return Flowable.range(0, heads.size())
                .concatMap(i -> Flowable.concat(
                        Flowable.just(Buffer.buffer(heads.get(i))),
                        pieces(contents.get(i)),
                        Flowable.just(Buffer.buffer(LINE_END))))
                .concatWith(Flowable.just(Buffer.buffer(end())))
                .doFinally(this::close);
    }

    /** Closes the streams of a call that has ended before it was sent. */
    private void closeUnsent() throws IOException {
        if (begun.compareAndSet(false, true)) {
            close();
        }
    }

    /** Closes the streams, also those behind one that failed or was not read to its end. */
    private void close() throws IOException {
        IOException failure = null;
        for (final InputStream content : contents) {
            try {
                content.close();
            } catch (final IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private String end() {
        return "--" + boundary + "--" + LINE_END;
    }

    /** Subscribed on the event loop of the call. */
    private static Flowable<Buffer> pieces(final InputStream content) {
        return Flowable.defer(() -> {
            final Context loop = Objects.requireNonNull(Vertx.currentContext());
            return RxFuture.single(() -> loop.executeBlocking(() -> Buffer.buffer(content.readNBytes(PIECE)), false))
                    .repeat()
                    .takeWhile(piece -> piece.length() > 0);
        });
    }
}
