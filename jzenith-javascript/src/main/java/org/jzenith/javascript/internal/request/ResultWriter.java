package org.jzenith.javascript.internal.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.problem.Problem;
import org.jzenith.http.problem.ProblemJson;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.javascript.internal.realm.ScriptException;
import org.jzenith.javascript.internal.stream.ScriptStream;
import org.jzenith.javascript.internal.stream.StreamFraming;
import org.jzenith.javascript.script.ScriptRequest;

/** Writes the result of a handler as the response. {@code prelude.js} names its kind. */
final class ResultWriter {

    private static final int OK = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int LEAST_STATUS = 200;
    private static final int LAST_STATUS = 599;
    private static final int LEAST_ERROR = 400;

    private static final String ACCEPT = "Accept";
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain";

    private final ScriptTask task;

    ResultWriter(final ScriptTask task) {
        this.task = task;
    }

    /**
     * Sends a result.
     *
     * @param result its kind, its content, and the status and the headers as JSON, which are undefined unless the handler has returned a
     *     response
     */
    void take(final Value... result) {
        final Exchange exchange = task.exchange();
        final String kind = result[0].asString();
        if (exchange.isFinished()) {
            return;
        }
        exchange.resultReceived();
        switch (kind) {
            case "empty" -> send(result, Buffer.buffer(), List.of());
            case "text" -> send(result, null, List.of(TEXT, JSON));
            case "json" -> send(result, Buffer.buffer(result[1].asString()), List.of(JSON));
            case "bytes" -> send(result, bytes(result), List.of("application/octet-stream"));
            case "stream" -> stream(result);
            case "problem" -> {
                final Problem problem = problem(result);
                if (problem == null) {
                    task.fail(unusableStatus(result[2]));
                } else {
                    task.send(problem);
                }
            }
            default -> task.fail(error(result));
        }
    }

    private Throwable error(final Value... result) {
        return result[0].asString().equals("unusable")
                ? new ScriptException(
                        "The handler of " + task.description() + " returned " + result[1].asString()
                                + ". Return a string, a Uint8Array, a value that JSON can represent, or undefined.",
                        "",
                        null)
                : ScriptErrors.of(result);
    }

    /**
     * Fails the request if the handler has returned a status that no response has.
     *
     * @param given what the handler has returned
     * @param status the same as an integer
     */
    private boolean isRefused(final Value given, final int status) {
        if (status >= LEAST_STATUS && status <= LAST_STATUS) {
            return false;
        }
        task.fail(new ScriptException(
                "The handler of " + task.description() + " returned the status " + given
                        + ". Return a status from 200 to 599.",
                "",
                null));
        return true;
    }

    /** Returns a status; 0 if it is not an integer. */
    private static int status(final Value given, final int usual) {
        return given.isNull() ? usual : given.fitsInInt() ? given.asInt() : 0;
    }

    private void stream(final Value... result) {
        final Exchange exchange = task.exchange();
        final int status = status(result[2], OK);
        if (isRefused(result[2], status)) {
            return;
        }
        final Map<String, List<Object>> headers = headers(result[3]);
        final String type = headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(CONTENT_TYPE))
                .findFirst()
                .map(header -> String.valueOf(header.getValue().get(0)))
                .orElseGet(() -> negotiated(StreamFraming.NEGOTIATED));
        if (type == null) {
            return;
        }
        headers.keySet().removeIf(CONTENT_TYPE::equalsIgnoreCase);
        headers.put(CONTENT_TYPE, List.of(type));
        final StreamFraming framing = StreamFraming.of(type);
        framing.headers().forEach((name, value) -> headers.putIfAbsent(name, List.of(value)));
        final ScriptStream stream = new ScriptStream(exchange, head(status, headers), framing);
        task.open(stream);
        task.realm()
                .function("pump")
                .executeVoid(
                        result[1],
                        framing.name(),
                        task.inContext(piece -> piece[0].isString()
                                ? stream.take(piece[0].asString())
                                : stream.take(ScriptRequest.bytes(piece[0]))),
                        task.inContext(resolve -> {
                            stream.pause(() ->
                                    task.execute(() -> task.realm().turn(task, () -> resolve[0].executeVoid())));
                            return null;
                        }),
                        task.inContext(none -> {
                            stream.end();
                            return null;
                        }),
                        task.inContext(failure -> {
                            fail(stream, failure);
                            return null;
                        }));
    }

    private void fail(final ScriptStream stream, final Value... failure) {
        if (!stream.tellsFailure()) {
            take(failure);
            return;
        }
        if (failure[0].asString().equals("problem")) {
            final Problem thrown = problem(failure);
            stream.fail(thrown == null ? task.problem(unusableStatus(failure[2])) : task.json(thrown));
        } else {
            stream.fail(task.problem(error(failure)));
        }
    }

    private static Buffer bytes(final Value... result) {
        final byte[] content = new byte[result[5].asInt()];
        final Value buffer = result[1];
        buffer.readBuffer(result[4].asInt(), content, 0, content.length);
        return Buffer.buffer(content);
    }

    /** @param content null for text, whose form depends on the media type */
    private void send(final Value[] result, final @Nullable Buffer content, final List<String> types) {
        final Exchange exchange = task.exchange();
        final int status = status(result[2], types.isEmpty() ? NO_CONTENT : OK);
        if (isRefused(result[2], status)) {
            return;
        }
        final Map<String, List<Object>> headers = headers(result[3]);
        if (types.isEmpty()) {
            exchange.response().send(head(status, headers), Buffer.buffer());
            return;
        }
        String type = headers.keySet().stream().anyMatch(CONTENT_TYPE::equalsIgnoreCase) ? types.get(0) : null;
        if (type == null) {
            type = negotiated(types);
            if (type == null) {
                return;
            }
            headers.put(CONTENT_TYPE, List.of(type.equals(TEXT) ? "text/plain;charset=utf-8" : type));
        }
        exchange.response().send(head(status, headers), content == null ? text(result[1].asString(), type) : content);
    }

    /** Chooses a media type by what the client accepts. Returns null after a 406, if it accepts none. */
    private @Nullable String negotiated(final List<String> types) {
        final Exchange exchange = task.exchange();
        if (types.size() > 1) {
            exchange.response().addVary(ACCEPT);
        }
        final String type =
                Negotiation.choose(HeaderList.joined(exchange.request().headers(), ACCEPT), types);
        if (type == null) {
            exchange.response().sendProblem(NOT_ACCEPTABLE, "The response is " + String.join(" or ", types) + ".");
        }
        return type;
    }

    private Buffer text(final String text, final String type) {
        if (type.equals(TEXT)) {
            return Buffer.buffer(text);
        }
        try {
            return Buffer.buffer(task.handler().mapper().writeValueAsString(text));
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("A string could not be written as JSON.", e);
        }
    }

    private Map<String, List<Object>> headers(final Value json) {
        final Map<String, List<Object>> headers = new LinkedHashMap<>();
        if (json.isString()) {
            read(json.asString()).properties().forEach(entry -> {
                final List<Object> values = new ArrayList<>();
                if (entry.getValue().isArray()) {
                    entry.getValue().forEach(each -> values.add(each.asText()));
                } else {
                    values.add(entry.getValue().asText());
                }
                headers.put(entry.getKey(), values);
            });
        }
        return headers;
    }

    private JsonNode read(final String json) {
        try {
            return task.handler().mapper().readTree(json);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("jZenith's JavaScript prelude did not write JSON.", e);
        }
    }

    private static ResponseHead head(final int status, final Map<String, List<Object>> headers) {
        return new ResponseHead() {
            @Override
            public int status() {
                return status;
            }

            @Override
            public Map<String, List<Object>> headers() {
                return headers;
            }
        };
    }

    /** Returns the problem that a handler has thrown; null if it has a status that no problem has. */
    private @Nullable Problem problem(final Value... thrown) {
        final Value status = thrown[2];
        if (!status.fitsInInt() || status.asInt() < LEAST_ERROR || status.asInt() > LAST_STATUS) {
            return null;
        }
        Problem made = ProblemJson.of(status.asInt(), thrown[1].isNull() ? null : thrown[1].asString());
        for (final Map.Entry<String, JsonNode> member :
                read(thrown[3].asString()).properties()) {
            made = made.withMember(
                    member.getKey(), task.handler().mapper().convertValue(member.getValue(), Object.class));
        }
        return made;
    }

    private ScriptException unusableStatus(final Value status) {
        return new ScriptException(
                "The handler of " + task.description() + " threw a problem with the status " + status
                        + ". Use a status from 400 to 599.",
                "",
                null);
    }
}
