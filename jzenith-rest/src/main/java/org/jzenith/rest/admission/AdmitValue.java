package org.jzenith.rest.admission;

import com.fasterxml.jackson.core.TreeNode;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.util.Types;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.body.ExchangeBody;
import org.jzenith.rest.csv.CsvEntities;
import org.jzenith.rest.error.Problem;
import org.jzenith.rest.json.JsonEntities;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * Waits until the budget of parsed bodies has room for the value that a large body is read into. The memory is estimated: a
 * document takes some for each token, and twice its bytes for its texts. A document of many short values takes forty times its
 * bytes, and one of few long texts little more than them.
 */
public final class AdmitValue implements Step {

    /** The bytes of memory for a token of a value of a declared type; most take 12. */
    public static final int OF_TOKEN = 32;

    /** The bytes of memory for a token of a tree or map, whose names and links take more. */
    private static final int OF_TOKEN_IN_TREE = 64;

    private static final int OF_BYTE = 2;

    /** The bytes of a body whose value is not counted. */
    static final int SMALL = 64 * 1024;

    private static final int TOO_LARGE = 413;

    private static final int MEBIBYTE = 1 << 20;

    private final long maxOnEventLoop;
    private final int ofByte;

    /** 0 if the value has no tokens. */
    private final int ofToken;

    private AdmitValue(final long maxOnEventLoop, final int ofByte, final int ofToken) {
        this.maxOnEventLoop = maxOnEventLoop;
        this.ofByte = ofByte;
        this.ofToken = ofToken;
    }

    /**
     * Adds this step to methods that take the whole body as a value.
     *
     * @param maxOnEventLoop bytes of a document whose tokens are counted on the event loop; those of a larger one are counted on a
     *     worker thread
     * @return is asked after the providers for bodies in pieces and multipart forms
     */
    public static StepProvider provider(final long maxOnEventLoop) {
        return steps -> {
            final AdmitValue admission = steps.has(StepPhase.BODY)
                    ? null
                    : of(steps.method().declared().getParams(), maxOnEventLoop);
            if (admission != null) {
                steps.add(StepPhase.BODY_RECEIVED, admission);
            }
        };
    }

    /** Returns null if no parameter takes the body as a value. */
    private static @Nullable AdmitValue of(final Parameter[] parameters, final long maxOnEventLoop) {
        AdmitValue fields = null;
        for (final Parameter parameter : parameters) {
            switch (parameter.getParamType()) {
                case MESSAGE_BODY -> {
                    return of(unwrapped(parameter.getGenericType()), maxOnEventLoop);
                }
                case FORM_PARAM, FORM, BEAN_PARAM -> fields = new AdmitValue(maxOnEventLoop, OF_BYTE, 0);
                default -> {}
            }
        }
        return fields;
    }

    private static Type unwrapped(final Type type) {
        return type instanceof final ParameterizedType wrapper
                        && (wrapper.getRawType() == Single.class || wrapper.getRawType() == Optional.class)
                ? wrapper.getActualTypeArguments()[0]
                : type;
    }

    /** Returns null if the memory of the values of a type is not counted. */
    static @Nullable AdmitValue of(final Type type, final long maxOnEventLoop) {
        final Class<?> raw = Types.getRawType(type);
        if (raw == byte[].class || Buffer.class.isAssignableFrom(raw)) {
            return new AdmitValue(maxOnEventLoop, 1, 0);
        }
        if (CharSequence.class.isAssignableFrom(raw)
                || raw == char[].class
                || raw == Form.class
                || MultivaluedMap.class.isAssignableFrom(raw)) {
            return new AdmitValue(maxOnEventLoop, OF_BYTE, 0);
        }
        if (JsonEntities.isParsed(raw) || JsonEntities.patchType(raw) != null) {
            return new AdmitValue(maxOnEventLoop, OF_BYTE, isTree(type) ? OF_TOKEN_IN_TREE : OF_TOKEN);
        }
        return null;
    }

    private static boolean isTree(final Type type) {
        if (type instanceof final GenericArrayType array) {
            return isTree(array.getGenericComponentType());
        }
        final Class<?> raw = Types.getRawType(type);
        if (raw.isArray()) {
            return isTree(raw.getComponentType());
        }
        if (Collection.class.isAssignableFrom(raw) || raw == Iterable.class) {
            return !(type instanceof final ParameterizedType container)
                    || isTree(container.getActualTypeArguments()[0]);
        }
        return raw == Object.class
                || raw == JsonObject.class
                || raw == JsonArray.class
                || Map.class.isAssignableFrom(raw)
                || TreeNode.class.isAssignableFrom(raw)
                || JsonEntities.patchType(raw) != null;
    }

    @Override
    public boolean run(final Invocation invocation) throws IOException {
        final ExchangeBody received = invocation.exchange().body();
        final int length = received.stream().length();
        if (length <= SMALL) {
            return true;
        }
        final MediaType mediaType = invocation.headers().getMediaType();
        final InputStream body = invocation.body();
        if (mediaType == null || !hasTokens(mediaType) || !body.markSupported()) {
            return reserve(invocation, withoutTokens(length, received));
        }
        if (length <= maxOnEventLoop) {
            return reserve(invocation, markedMemory(body, length, mediaType));
        }
        final Runnable resume = invocation.suspend();
        invocation.readOnWorker(() -> markedMemory(body, length, mediaType)).whenComplete((bytes, error) -> {
            try {
                if (error != null) {
                    invocation.fail(error);
                } else if (received.reserveForValue(admissible(received, (Long) bytes), resume)) {
                    resume.run();
                }
            } catch (final RuntimeException e) {
                invocation.fail(e);
            }
        });
        return false;
    }

    /** The memory of a value of a part, whose content is read to its end if it has tokens. */
    long memory(final InputStream content, final long length, final MediaType mediaType, final ExchangeBody received)
            throws IOException {
        return hasTokens(mediaType) ? memory(content, length, mediaType) : withoutTokens(length, received);
    }

    /** A single text or array is never refused here: the body has a limit of its own. */
    private long withoutTokens(final long length, final ExchangeBody received) {
        return Math.min(ofByte * length, received.largestValue());
    }

    private boolean hasTokens(final MediaType mediaType) {
        return ofToken > 0 && isDocument(mediaType);
    }

    private static boolean isDocument(final MediaType type) {
        final String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
        return subtype.equals("json") || subtype.endsWith("+json") || CsvEntities.isCsv(type);
    }

    private long markedMemory(final InputStream body, final int length, final MediaType mediaType) throws IOException {
        body.mark(Integer.MAX_VALUE);
        final long bytes = memory(body, length, mediaType);
        body.reset();
        return bytes;
    }

    private long memory(final InputStream body, final long length, final MediaType mediaType) throws IOException {
        final long tokens = CsvEntities.isCsv(mediaType)
                ? CsvEntities.countTokens(body, mediaType)
                : JsonEntities.countTokens(body, mediaType);
        return ofByte * length + ofToken * tokens;
    }

    private static boolean reserve(final Invocation invocation, final long bytes) {
        final ExchangeBody received = invocation.exchange().body();
        final long admissible = admissible(received, bytes);
        if (received.reserveForValue(admissible, invocation.suspend())) {
            invocation.setRunning();
            return true;
        }
        return false;
    }

    /** Returns the bytes, unless there can never be room for them. */
    static long admissible(final ExchangeBody received, final long bytes) {
        final long most = received.largestValue();
        if (bytes > most) {
            throw Problem.of(TOO_LARGE)
                    .withDetail("The values of the body would take about " + mebibytes(bytes)
                            + " MiB of memory. At most " + mebibytes(most) + " MiB are allowed.")
                    .withMember("limit", "max-parsed-bodies")
                    .exception();
        }
        return bytes;
    }

    private static String mebibytes(final long bytes) {
        return String.format(Locale.ROOT, "%.1f", (double) bytes / MEBIBYTE);
    }

    @Override
    public String description() {
        return "wait for memory of the parsed body";
    }
}
